import { isFitForAll } from "@/lib/features/knowledge-operations/recommended-words";

describe("words that are offered to everybody", () => {
  it.each(["How do I file an expense report?", "出差补贴怎么报销？", "Wie melde ich Urlaub an?"])("%s", (words) => {
    expect(isFitForAll(words)).toBe(true);
  });

  it.each([
    ["a figure", "What does order 4711 cost?"],
    ["a figure of another script", "٤٢ days?  is this right"],
    ["a number in full width", "合同编号１２３４是什么"],
    ["a telephone number in words", "一三八零零的电话是谁的"],
    ["an address", "Who answers anna@example.org?"],
    ["an address in full width", "谁回复 anna＠example？"],
    ["a link", "What is on www.example.org about?"],
    ["next to nothing", "why?"],
  ])("not %s", (_, words) => {
    expect(isFitForAll(words)).toBe(false);
  });
});
