import { searchedWords, searchHref } from "@/lib/features/knowledge/paths";
import { askedFor, chosenCount, searchAddress, severalOf, toggled } from "@/lib/features/knowledge/search-filter";
import { excerptOf, WordFinder, wordsOf } from "@/lib/features/knowledge/service/search/words";

const found = (query: string, text: string) =>
  new WordFinder(query).find(text).map(({ from, to }) => text.slice(from, to));

describe("words of a search", () => {
  it.each([
    ["hotel rates", "Rates of the hotel: the rated hotels, not a hotelier", ["Rates", "hotel", "rated", "hotels"]],
    ["住宿标准 旺季", "法定长假视为旺季，住宿标准可上浮；住宿另计", ["旺季", "住宿标准", "住宿"]],
    ["AI 助手", "AI助手，Ai 与 AIR", ["AI助手", "Ai"]],
    ["the of", "the end of it", ["the", "of"]],
    ["a.b (c)", "A, b and C", ["b", "C"]],
    ["请假+审批", "审批与请假", ["审批", "请假"]],
    ["café", "CAFÉ cafe", ["CAFÉ", "cafe"]],
    // A short form stands for a longer one where it does not stand itself.
    ["年假", "员工每年有带薪年休假，假期另计", ["年休假"]],
    ["年假", "年假即年休假", ["年假"]],
    ["年假", "今年没有别的安排，放假再说", []],
    // A character alone says little beside a word.
    ["年假天数", "每年一次，人数不限", []],
    ["年假天数", "天数按工龄计", ["天数"]],
  ])("%s in %s", (query, text, words) => expect(found(query, text)).toEqual(words));

  it("says nothing of words that tell nothing, unless there are no others", () => {
    expect(wordsOf("what is the hotel rate")).toEqual(["hotel", "rate"]);
    expect(wordsOf("的")).toEqual(["的"]);
  });
});

describe("an excerpt", () => {
  const lead = "Nothing is said here about it, and this goes on for quite a while. ".repeat(8);
  it("shows the stretch with most of the words, whole sentences first, its marks in place", () => {
    const text = `${lead}hotel alone. ${lead}The hotel rate in a first-tier city is 600 yuan. ${lead}`;
    const { excerpt, marks } = excerptOf(text, new WordFinder("hotel rate city").find(text));
    expect(excerpt).toMatch(/^… The hotel rate in a first-tier city/);
    expect(marks.map(({ from, to }) => excerpt.slice(from, to))).toEqual(["hotel", "rate", "city"]);
    expect(excerpt.length).toBeLessThanOrEqual(182);
  });
  it("is the whole of a short text, and parts no character", () => {
    expect(excerptOf("short", [])).toEqual({ excerpt: "short", marks: [] });
    const { excerpt } = excerptOf("😀".repeat(200), []);
    expect(excerpt).toBe(`${"😀".repeat(90)}…`);
  });
});

describe("the address of a search", () => {
  it.each(["住宿 标准", "50% of a/b?", "..a", "a&b=c#d"])("keeps %s", (words) => {
    expect(searchedWords(searchHref(words))).toBe(words);
  });
  it.each(["", "  ", ".", ".."])("begins anew for %p", (words) => {
    expect(searchHref(words)).toBe("/knowledge-center/search");
  });
  it("is read back as it was written, and takes nothing it does not know", () => {
    const id = "01900000-0000-7000-8000-000000000001";
    const state = {
      ...searchAddress.plain,
      bases: toggled("", id),
      tags: toggled(toggled("", "a,b"), "c&d"),
      kinds: toggled("", "pdf"),
      days: "30",
      expired: true,
    };
    const params = Object.fromEntries(new URLSearchParams(searchAddress.query(state)));
    expect(searchAddress.read(params)).toEqual(state);
    expect(severalOf(state.tags)).toEqual(["a,b", "c&d"]);
    expect(toggled(state.bases, id)).toBe("");
    expect(chosenCount(state)).toBe(5);
    expect(askedFor("x", state)).toMatchObject({ baseIds: [id], kinds: ["pdf"], tags: ["a,b", "c&d"], days: 30 });
    expect(searchAddress.read({ base: "x,y", type: "exe", days: "9", tag: "%E0%" })).toMatchObject({
      bases: "",
      kinds: "",
      days: "",
    });
  });
});
