// Zip archives for tests: deflated members with the sizes after them, as runners write them.
import { crc32, deflateRawSync } from "node:zlib";

/** @param {Record<string, string>} members */
export function zipOf(members) {
  const parts = [];
  const entries = [];
  let at = 0;
  for (const [name, text] of Object.entries(members)) {
    const path = Buffer.from(name);
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    const fields = (into, start) => {
      into.writeUInt16LE(20, start);
      into.writeUInt16LE(8, start + 2);
      into.writeUInt16LE(8, start + 4);
    };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    fields(local, 4);
    local.writeUInt16LE(path.length, 26);
    const behind = Buffer.alloc(16);
    behind.writeUInt32LE(0x08074b50, 0);
    behind.writeUInt32LE(crc32(bytes), 4);
    behind.writeUInt32LE(packed.length, 8);
    behind.writeUInt32LE(bytes.length, 12);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    fields(entry, 6);
    entry.writeUInt32LE(crc32(bytes), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(path.length, 28);
    entry.writeUInt32LE(at, 42);
    entries.push(entry, path);
    parts.push(local, path, packed, behind);
    at += local.length + path.length + packed.length + behind.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length / 2, 8);
  end.writeUInt16LE(entries.length / 2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}
