/** Text the database can keep: no NUL, and no control characters but line ends and tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
const ANY_CONTROL = /[\u0000-\u001f\u007f]/;

/** For texts of several lines. */
export function isPlainText(text: string): boolean {
  return !CONTROLS.test(text);
}

/** For texts of one line. */
export function isPlainLine(text: string): boolean {
  return !ANY_CONTROL.test(text);
}
