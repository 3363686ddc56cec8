import { execFileSync } from "node:child_process";

const CASES: [drawn: string, written: string][] = [
  ["\u2f00\u2ed3\u6599", "一长料"],
  ["客\u2f3e\u2ed4\u2edb", "客户门风"],
  ["银\u2f8f", "银行"],
  ["\uf967", "不"],
  ["\ufefb", "\ufefb"],
  ["\ufee1", "م"],
  ["plain ﬁ 文", "plain ﬁ 文"],
];

/** In a process of its own, as the module is used; Jest loads no plain module from here. */
function written(drawn: string[]): string[] {
  const code = `import { letters } from "./lib/parsing/worker/pdf/letters.mjs";
    process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).map(letters)));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", code, JSON.stringify(drawn)]).toString(),
  );
}

it("takes radicals and shapes for the letters they stand for, one for one", () => {
  const all = Array.from({ length: 0xa0 + 0x56 + 0x200 }, (_, index) => String.fromCharCode(0x2e80 + index)).join("");
  const [whole, ...rest] = written([all, ...CASES.map(([drawn]) => drawn)]);
  expect(whole).toHaveLength(all.length);
  expect(rest).toEqual(CASES.map(([, word]) => word));
});
