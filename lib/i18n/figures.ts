export type Figures = Readonly<Record<string, string | number>>;

/** Names of the arguments of a text: its braces are arguments at odd depths and their variants at even ones. */
function argumentsOf(text: string): string[] {
  let depth = 0;
  return [...text.matchAll(/([{}])\s*(\w*)/g)].flatMap(([, brace, name = ""]) => {
    depth += brace === "{" ? 1 : -1;
    return brace === "{" && depth % 2 === 1 ? [name] : [];
  });
}

/**
 * What a text of the error catalogue is filled with. Where only the key of an error was kept, the text leaves its figure
 * out by its variant `none`; null when it has none: half a sentence is not said.
 */
export function wholeFigures(text: string, given: Figures): Figures | null {
  const missing = argumentsOf(text).filter((name) => !(name in given));
  if (missing.some((name) => !text.includes(`{${name}, select, none `))) return null;
  return { ...Object.fromEntries(missing.map((name) => [name, "none"])), ...given };
}
