//! Limits on the length of lines.

/// The maximum length of a line. A longer line is not data of any benchmark tool, so it is skipped with a message.
pub const LINE_MAX: usize = 64 << 20;

/// The number of bytes of a line of noise that are kept: enough to see whether it hides a result.
pub(super) const NOISE_KEPT: usize = 1 << 10;

/// Returns how many bytes from the beginning of a line are as good as the whole line. For a line that is too long,
/// they show that it is.
pub(super) fn kept(may_be_data: bool) -> usize {
    if may_be_data { LINE_MAX + 1 } else { NOISE_KEPT }
}

/// Returns a line without the carriage return of a Windows line end.
pub(super) fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}
