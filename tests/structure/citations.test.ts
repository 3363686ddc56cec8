import { existsSync } from "node:fs";
import path from "node:path";
import { root } from "@/scripts/lib/root.mjs";
import { read, sources } from "./source";

/** How a comment names a heading of a page (docs/README.md): the page's word, then codes of headings. */
const PAGES: Record<string, { word: string; code: string }> = {
  "docs/architecture.md": { word: "ARCHITECTURE", code: "\\d+" },
  "docs/traps.md": { word: "TRAPS", code: "[a-z]\\d?" },
  "docs/security.md": { word: "SECURITY", code: "rule \\d+|[A-Z]{2}-\\d{2}" },
  "docs/code-style.md": { word: "CODE-STYLE", code: "\\d+" },
  "docs/spec.md": { word: "[Ss]pec|SPEC", code: "[A-Z]?\\d+" },
  "docs/design.md": { word: "[Dd]esign|DESIGN", code: "\\d+(?:\\.\\d+)?" },
};
/** Words that cited pages outside of the repository, and a page's word in capitals without a code of its page. */
const NOWHERE = [
  /(?<![\w:.-])(?:AHEAD [A-Z]\d+\w*|(?:CONTRACT|SCREENS)\b(?=[ ).:,]))/g,
  ...Object.values(PAGES)
    .filter(({ word }) => /^[A-Z-]+$/.test(word))
    .map(({ word, code }) => new RegExp(`(?<![\\w:.-])${word}(?![\\w\\].])(?! (?:${code})(?![\\w-]))`, "g")),
];

const CODE = [
  "{lib,db,app,components,scripts,tests}/**/*.{ts,tsx,mjs,css,sh}",
  "middleware.ts",
  "instrumentation.ts",
  "next.config.ts",
];
const TEXTS = ["docs/**/*.md", "*.md"];
/** Holds citations of its own making. */
const SELF = "tests/structure/citations.test.ts";

interface Citation {
  page: string;
  code: string;
}

/** On one line: a citation may go on in the next line of a comment. */
const flat = (text: string) => text.replace(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, " ");

function citationsOf(text: string): Citation[] {
  return Object.entries(PAGES).flatMap(([page, { word, code }]) => {
    const one = `(?:${code})(?![\\w-])`;
    // Further codes end like a list: ", a" may also begin the rest of the sentence.
    const list = new RegExp(`(?<![\\w-])(?:${word}) (${one}(?:(?:, | and )${one}(?=[,.:;)]| and ))*)`, "g");
    return [...flat(text).matchAll(list)].flatMap(([, codes = ""]) =>
      [...codes.matchAll(new RegExp(one, "g"))].map(([found]) => ({ page, code: found })),
    );
  });
}

const nowhere = (text: string) =>
  NOWHERE.flatMap((pattern) => [...flat(text).matchAll(pattern)].map(([found]) => found));

/** Codes that headings of a page begin with: `### D6. Supported sentences`. */
function headingsOf(page: string): string[] {
  const heading = new RegExp(`^#{2,4} (${PAGES[page]?.code})\\. `, "gm");
  return [...read(page).matchAll(heading)].map(([, code = ""]) => code);
}

const headings = new Map(Object.keys(PAGES).map((page) => [page, new Set(headingsOf(page))]));
const isKnown = ({ page, code }: Citation) => headings.get(page)?.has(code) ?? false;
const files = sources(...CODE, ...TEXTS).filter((file) => file !== SELF && !file.startsWith("tests/.tmp/"));

describe("citations", () => {
  it("are found at all, also in lists and across lines", () => {
    expect(files.flatMap((file) => citationsOf(read(file))).length).toBeGreaterThan(500);
    const text =
      "/** A (spec 3, 7), as it says (SECURITY\n * rule 9; AU-01 is another). ARCHITECTURE 6, spec D6. TRAPS d, a word */";
    expect(citationsOf(text).map(({ code }) => code)).toEqual(["6", "d", "rule 9", "3", "7", "D6"]);
    const gone = nowhere("(AHEAD D6), (CONTRACT), (TRAPS), SECURITY SK-2, const AHEAD = 24; [SECURITY](SECURITY.md)");
    expect(gone).toEqual(["AHEAD D6", "CONTRACT", "TRAPS", "SECURITY"]);
  });

  it("each name a heading of a page in docs", () => {
    const wrong = files.flatMap((file) => {
      const text = read(file);
      const unknown = citationsOf(text).filter((citation) => !isKnown(citation));
      return [...unknown.map(({ page, code }) => `${page} has no ${code}`), ...nowhere(text)].map(
        (what) => `${file}: ${what}`,
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each(Object.keys(PAGES))("find one heading each in %s", (page) => {
    const all = headingsOf(page);
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
  });
});

const pages = sources(...TEXTS);
/** A page without code, which may show what a link looks like. */
const prose = (page: string) => read(page).replace(/```[\s\S]*?```|`[^`\n]*`/g, "");

/** The anchor a heading gets on the usual hosts. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

interface Link {
  page: string;
  target: string;
  /** Path below the root. */
  file: string;
  anchor: string | undefined;
}

const links: Link[] = pages.flatMap((page) =>
  [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [to = "", anchor] = target.split("#");
    return [{ page, target, anchor, file: to ? path.posix.join(path.posix.dirname(page), to) : page }];
  }),
);

describe("pages", () => {
  it("lead somewhere with every link", () => {
    expect(links.length).toBeGreaterThan(30);
    const dead = links.filter(
      ({ file, anchor }) =>
        !existsSync(path.join(root, file)) || (anchor && file.endsWith(".md") && !anchorsOf(file).includes(anchor)),
    );
    expect(dead.map(({ page, target }) => `${page} -> ${target}`)).toEqual([]);
  });

  it("in docs are each linked from another page", () => {
    const linked = new Set(links.filter(({ page, file }) => page !== file).map(({ file }) => file));
    expect(pages.filter((page) => page.startsWith("docs/") && !linked.has(page))).toEqual([]);
  });

  it("name commands of package.json", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run ([a-z\d:-]+)/g)].map(([, name = ""]) => ({ page, name })),
    );
    expect(named.filter(({ name }) => !scripts[name]).map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
  });

  it("name files and folders that are there", () => {
    // The area it walks through is imaginary.
    const real = pages.filter((page) => page !== "docs/add-an-area.md");
    const written = ["tests/bench/kept.json"]; // by `npm run bench -- --keep`
    const named = real.flatMap((page) =>
      [...read(page).matchAll(/`((?:app|components|db|lib|messages|scripts|tests)\/[\w./()[\]-]+)`/g)].map(
        ([, name = ""]) => ({ page, name }),
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    const gone = named.filter(({ name }) => !written.includes(name) && !existsSync(path.join(root, name)));
    expect(gone.map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
  });
});
