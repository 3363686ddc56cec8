import { P, PERMISSION_CODES } from "@/lib/permissions/codes";
import { codesOf, declaredAreas } from "@/scripts/lib/areas.mjs";

/**
 * Codes by the number session cookies carry, as they were given out: a line is never changed and none is taken away. A
 * release adds the codes that are new in it; until then their numbers are held apart by `codesOf`.
 */
const GIVEN_OUT = [
  "USER",
  "PERSONAL:CHAT",
  "PERSONAL:DOCUMENT",
  "PERSONAL:SEARCH",
  "PERSONAL:PAINTING",
  "KBCENTER",
  "KBCENTER:CHAT",
  "KBCENTER:KB:MANAGE",
  "KBCENTER:KB:SEARCH",
  "KBCENTER:MANAGE",
  "EVALUATION",
  "AITABLE",
  "APPS",
  "APPS:SQUARE:VIEW",
  "APPS:WORKBENCH:VIEW",
  "APPS:LAB:VIEW",
  "SYSTEM",
  "SYSTEM:REPORT:DASHBOARD",
  "SYSTEM:REPORT:TOKENS",
  "SYSTEM:CHAT:RECORD",
  "SYSTEM:CHAT:SEARCHRECORD",
  "SYSTEM:CHAT:PROMPT",
  "SYSTEM:OPEN:API",
  "SYSTEM:ORG:DEPT",
  "SYSTEM:ORG:ROLE",
  "SYSTEM:ORG:USER",
  "SYSTEM:ORG:MENU",
  "SYSTEM:LOGS:OPERATION",
  "SYSTEM:CONFIG:MODELS",
  "SYSTEM:CONFIG:TOOLS",
  "SYSTEM:CONFIG:LICENSE",
  "SYSTEM:CONFIG:BASIC",
  "SYSTEM:CONFIG:TERMS",
  "SYSTEM:CONFIG:SSO",
  "SYSTEM:GATEWAY",
];

const area = (file: string, codes: Record<string, { code: string; number: number }>) => ({ file, area: { codes } });
const first = area("lib/one/area.ts", { USER: { code: "USER", number: 0 }, CHAT: { code: "CHAT", number: 1 } });

describe("numbers of permission codes", () => {
  it("stay as they were given out", () => {
    const wrong = GIVEN_OUT.flatMap((code, number) =>
      PERMISSION_CODES[number] === code
        ? []
        : [`number ${number} is that of ${code} for ever, and now says ${PERMISSION_CODES[number] ?? "nothing"}`],
    );
    expect(wrong).toEqual([]);
    expect(PERMISSION_CODES.length).toBeGreaterThanOrEqual(GIVEN_OUT.length);
  });

  it("are each one's own, and without a gap", () => {
    const codes = codesOf(declaredAreas());
    expect(codes.map(({ code }) => code)).toEqual(PERMISSION_CODES);
    expect(Object.fromEntries(codes.map(({ name, code }) => [name, code]))).toEqual(P);
  });

  it.each([
    ["two branches took one number", { NOTES: { code: "NOTES", number: 1 } }, "number 1 is that of CHAT and of NOTES"],
    ["a number was left out", { NOTES: { code: "NOTES", number: 3 } }, "number 2 of the permission codes is missing"],
    ["a code has two names", { TALK: { code: "CHAT", number: 2 } }, "`CHAT` is declared as CHAT and as TALK"],
    ["a name has two codes", { CHAT: { code: "TALK", number: 2 } }, "`CHAT` of codes is declared in lib/one/area.ts"],
  ])("refuse to be written when %s", (_, codes, message) => {
    expect(() => codesOf([first, area("lib/two/area.ts", codes)])).toThrow(message);
  });

  it("go on where the last one stopped", () => {
    const codes = codesOf([area("lib/two/area.ts", { NOTES: { code: "NOTES", number: 2 } }), first]);
    expect(codes.map(({ name }) => name)).toEqual(["USER", "CHAT", "NOTES"]);
  });
});
