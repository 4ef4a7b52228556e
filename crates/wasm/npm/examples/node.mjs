// Usage: node examples/node.mjs old.txt new.txt. Prints the same tables as the CLI, and the answer in words.
import { createReadStream } from "node:fs";
import { Session } from "benchlens";

const session = new Session();
for (const name of process.argv.slice(2)) {
  session.begin(name, name);
  for await (const chunk of createReadStream(name)) session.feed(chunk);
  session.end();
}
const answer = JSON.parse(session.run("{}"));
process.stdout.write(session.render("text"));
console.error(answer.sentence);
