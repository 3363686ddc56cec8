import { letters } from "@/lib/parsing/worker/pdf/letters";

const CASES: [drawn: string, written: string][] = [
  ["\u2f00\u2ed3\u6599", "一长料"],
  ["客\u2f3e\u2ed4\u2edb", "客户门风"],
  ["银\u2f8f", "银行"],
  ["\uf967", "不"],
  ["\ufefb", "\ufefb"],
  ["\ufee1", "م"],
  ["plain ﬁ 文", "plain ﬁ 文"],
];

it("takes radicals and shapes for the letters they stand for, one for one", () => {
  const all = Array.from({ length: 0xa0 + 0x56 + 0x200 }, (_, index) => String.fromCharCode(0x2e80 + index)).join("");
  expect(letters(all)).toHaveLength(all.length);
  for (const [drawn, written] of CASES) expect(letters(drawn)).toBe(written);
});
