import type { MentionSign } from "@/lib/palette/finder";

/** A sign in what is typed, with the words behind it up to the caret. */
export interface TypedSign {
  sign: MentionSign;
  /** Where the sign stands. */
  from: number;
  words: string;
}

/** A `/` begins the text; a second one makes it a path. */
const COMMAND = /^\/([^\n/]{0,60})$/;
/** An `@` at the beginning of a word; Chinese text has no blanks before it, an address of mail has letters. */
const MENTION = /(?<![A-Za-z0-9._%+-])@([^\s@]{0,60})$/;

/** The sign the caret stands behind, or null. */
export function signAt(text: string, caret: number): TypedSign | null {
  const before = text.slice(0, caret);
  const command = COMMAND.exec(before);
  if (command) return { sign: "/", from: 0, words: command[1] ?? "" };
  const mention = MENTION.exec(before);
  return mention ? { sign: "@", from: mention.index, words: mention[1] ?? "" } : null;
}

/** The text without a sign and its words. */
export function withoutSign(text: string, { from, words }: TypedSign): string {
  return text.slice(0, from) + text.slice(from + 1 + words.length);
}

/** The first place of a template that is still to be filled, or null. */
export function blankIn(text: string): { from: number; to: number } | null {
  const found = /\{\{[^{}\n]+\}\}/.exec(text);
  return found && { from: found.index, to: found.index + found[0].length };
}
