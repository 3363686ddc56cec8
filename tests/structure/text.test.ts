import { code, sources } from "./source";

/** Schemas that are no door: what is read there was not sent by a caller, or must not be changed. */
const EXCEPTIONS: [files: RegExp, why: string][] = [
  [/^lib\/text\/line\.ts$/, "the schemas themselves"],
  [/^lib\/models\/relay\/bodies\.ts$/, "the relay passes text on byte for byte; the names it looks up are identifiers"],
  [/^lib\/config\/(env|system-config)\.ts$/, "the environment, and values that are stored already"],
  [/^lib\/auth\/channels\/(dingtalk|jwks|lark|wecom|wecom-api|wecom-directory)\.ts$/, "answers of identity services"],
  [/^lib\/licence\/(format|jobs)\.ts$/, "what a licence's signature vouches for, and our own state"],
  [/^lib\/operation-log\/head\.ts$/, "our own state"],
  [/^lib\/mail\/jobs\.ts$/, "payload of our own job"],
  [/^lib\/features\/\w+\/dto\.ts$/, "what we answer"],
];
const CODE = ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "lib/**/*.{ts,tsx}"];
/** Text without a word about what it is for. An address is one too: `z.url()` lets NUL through. */
const BARE = /\bz\s*\.(string|url)\(/g;

describe("text at a door", () => {
  const found = sources(...CODE).filter((file) => code(file).search(BARE) >= 0);

  it("has a schema of lib/text, never a bare z.string() or z.url()", () => {
    expect(found.filter((file) => !EXCEPTIONS.some(([files]) => files.test(file)))).toEqual([]);
  });

  it("has no exception that nobody needs", () => {
    expect(EXCEPTIONS.filter(([files]) => !found.some((file) => files.test(file))).map(String)).toEqual([]);
  });
});
