import { CONVERSATION_APPS, CONVERSATION_AREAS } from "@/lib/conversation/areas";
import { generatedFiles } from "@/scripts/lib/generated.mjs";
import { read, sources } from "./source";

describe("lib/generated", () => {
  it("is what `npm run generate` makes of today's declarations", () => {
    const files = generatedFiles();
    expect(files.size).toBeGreaterThan(0);
    for (const [file, text] of files) expect(`${file}\n${read(file)}`).toBe(`${file}\n${text}`);
    expect(sources("{db,lib}/generated/**/*.ts")).toEqual(
      [...files.keys()].filter((file) => /^(db|lib)\/generated\//.test(file)).sort(),
    );
  });

  it("names every job and every kind of task once", () => {
    const kinds = sources("lib/**/*.ts").flatMap((file) =>
      [...read(file).matchAll(/= defineTask\(\{\s*kind: "(\w+)"/g)].map(([, kind]) => kind!),
    );
    expect(kinds.length).toBeGreaterThan(8);
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  it("has for every area of conversations, by a code and an app of its own, what answers in it", async () => {
    const { CONVERSATION_KINDS } = await import("@/lib/generated/conversation-kinds");
    const codes = CONVERSATION_AREAS.map(({ code }) => code);
    expect(CONVERSATION_KINDS.map(({ code }) => code)).toEqual(codes);
    for (const names of [codes, CONVERSATION_APPS]) expect(new Set(names).size).toBe(names.length);
  });
});
