import { LOCALES } from "@/lib/i18n/locales";
import { code, read, sources } from "./source";

/** Words of `docs/words.json`: what is never said, what is said instead, and where the rule does not hold. */
interface Word {
  never: string;
  say: string;
  /** A text that holds this says it rightly. */
  unless?: string;
  /** Areas it holds for; all without. */
  in?: string[];
  /** Keys, with their area, of texts that are given. */
  except?: string[];
}
const WORDS = JSON.parse(read("docs/words.json")) as Record<(typeof LOCALES)[number], Word[]>;

function flatten(value: unknown, prefix: string): [string, string][] {
  if (typeof value === "string") return [[prefix, value]];
  return Object.entries(value as object).flatMap(([key, child]) => flatten(child, `${prefix}.${key}`));
}

/** Other words people may type to find something are theirs. */
const TYPED = /\.(words(\.\w+)?|screenWords\.\w+)$/;

describe.each(LOCALES)("one name for each thing in %s", (locale) => {
  const texts = sources(`messages/${locale}/*.json`)
    .flatMap((file) => flatten(JSON.parse(read(file)), file.replace(/^.*\/|\.json$/g, "")))
    .filter(([key]) => !TYPED.test(key));

  it.each(WORDS[locale])("“$say”, never $never", ({ never, unless, in: areas, except = [] }) => {
    const wrong = new RegExp(never, "i");
    const right = unless ? new RegExp(unless, "gi") : null;
    const found = texts.filter(
      ([key, text]) =>
        (!areas || areas.includes(key.split(".")[0]!)) &&
        !except.includes(key) &&
        wrong.test(right ? text.replace(right, "") : text),
    );
    expect(found).toEqual([]);
  });

  it("names the group above a screen of the console as the menu does", () => {
    const groups = texts.filter(([key]) => key.startsWith("nav.groups.")).map(([, text]) => text);
    const crumbs = texts.filter(
      ([key]) => key.endsWith(".group") && key.split(".").length <= 3 && key !== "menus.type.group",
    );
    expect(crumbs.length).toBeGreaterThan(10);
    expect(crumbs.filter(([, text]) => !groups.includes(text))).toEqual([]);
  });

  it("has no exemption that nobody needs", () => {
    const keys = new Map(texts);
    const idle = WORDS[locale].flatMap(({ never, except = [] }) =>
      except.filter((key) => !new RegExp(never, "i").test(keys.get(key) ?? "")),
    );
    expect(idle).toEqual([]);
  });
});

/** Written by hand, such as `format.dateTime`, an amount or the browser's own field of a day. */
const OWN = /\.dateTime\(|style: "currency"|type="date"/;

it("days and money have one way to be written (CODE-STYLE 10)", () => {
  const found = sources("app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}").filter((file) => OWN.test(code(file)));
  expect(found).toEqual([]);
});
