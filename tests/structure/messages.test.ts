import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import { read, sources } from "./source";

/** Every text by its full key. */
function flatten(value: unknown, prefix = ""): [string, string][] {
  if (typeof value === "string") return [[prefix, value]];
  return Object.entries(value as object).flatMap(([key, child]) => flatten(child, prefix ? `${prefix}.${key}` : key));
}

/** Names of a message's arguments and tags, sorted. */
function parts(text: string): string[] {
  const names = [...text.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map((match) => match[1] ?? match[2] ?? "");
  return [...new Set(names)].sort();
}

const texts = async (locale: (typeof LOCALES)[number]) => new Map(flatten(await loadMessages(locale)));

describe("texts", () => {
  it("have the same keys in both languages", async () => {
    const [chinese, english] = [await texts("zh_CN"), await texts("en_US")];
    expect([...english.keys()].sort()).toEqual([...chinese.keys()].sort());
  });

  it("take the same arguments in both languages", async () => {
    const [chinese, english] = [await texts("zh_CN"), await texts("en_US")];
    const different = [...chinese].filter(([key, text]) => {
      return parts(text).join() !== parts(english.get(key) ?? "").join();
    });
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it.each(LOCALES)("are never empty in %s", async (locale) => {
    const empty = [...(await texts(locale))].filter(([, text]) => text.trim() === "");
    expect(empty).toEqual([]);
  });

  it("use no exclamation marks and no polite filler (design 10)", async () => {
    const loud = [...(await texts("zh_CN"))].filter(([, text]) => /[！!]|您|亲|哦/.test(text));
    expect(loud).toEqual([]);
  });

  it("fit the field they stand in, where they say what is searched (design 4)", async () => {
    // Of lists: 240 pixels hold no more. Steps of an answer and a drawer's wide field are no such fields.
    const isOfList = (key: string) => key.endsWith(".search") && !/\.steps\.|\.why\./.test(key);
    for (const [locale, most] of [
      ["en_US", 30],
      ["zh_CN", 15],
    ] as const) {
      const hints = [...(await texts(locale))].filter(([key]) => isOfList(key));
      expect(hints.length).toBeGreaterThan(20);
      expect(hints.filter(([, text]) => !text.includes("{") && text.length > most)).toEqual([]);
    }
  });

  it("are all there that the browser tests read", async () => {
    const all = await texts("en_US");
    const named = sources("tests/{e2e,pages}/**/*.ts").flatMap((file) =>
      [...read(file).matchAll(/\bt\(\s*"([\w.:-]+)"/g)].map(([, key = ""]) => ({ file, key })),
    );
    expect(named.length).toBeGreaterThan(500);
    expect(named.filter(({ key }) => !all.has(key))).toEqual([]);
  });
});
