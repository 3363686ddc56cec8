import { bestMatches } from "@/lib/palette/match";

const entry = (name: string, words = "") => ({ name, words });

describe("what the palette offers for words", () => {
  it("puts names that begin with them first, then names that hold them, then what is known by them", () => {
    const known = entry("Model access", "price key");
    const holds = entry("Model prices");
    const begins = entry("Prices of models");
    expect(bestMatches([known, holds, begins], "price", 9)).toEqual({ entries: [begins, holds, known], rank: 0 });
    expect(bestMatches([known, holds], "price", 9).rank).toBe(1);
  });

  it("needs every word, in any order and case, in Chinese too", () => {
    const budget = entry("预算", "额度 费用上限");
    expect(bestMatches([budget, entry("模型价格", "单价 费用")], "费用 预算", 9).entries).toEqual([budget]);
    expect(bestMatches([entry("New User", "add person")], "PERSON new", 9)).toMatchObject({ entries: [{}], rank: 2 });
    expect(bestMatches([budget], "预算 价格", 9)).toEqual({ entries: [], rank: 3 });
  });

  it("takes Chinese words apart that are typed without a space, not their signs", () => {
    const usage = entry("各部门的用量和费用", "成本 月结单");
    expect(bestMatches([usage, entry("部门", "组织")], "部门费用", 9)).toEqual({ entries: [usage], rank: 2 });
    expect(bestMatches([usage], "部门成本月结单", 9).entries).toEqual([usage]);
    expect(bestMatches([usage], "部门门费", 9).entries).toEqual([]);
    expect(bestMatches([usage], "部门预算", 9).entries).toEqual([]);
  });

  it("knows a Chinese name with a sign or two left out, from its first sign on", () => {
    const [chat, person] = [entry("新建对话", "提问"), entry("新建用户")];
    expect(bestMatches([person, chat], "新对话", 9)).toEqual({ entries: [chat], rank: 2 });
    expect(bestMatches([person, chat], "建对话吧", 9).entries).toEqual([]);
    expect(bestMatches([entry("新建一个很长的对话")], "新对话", 9).entries).toEqual([]);
    expect(bestMatches([chat], "新话对", 9).entries).toEqual([]);
  });

  it("keeps the order of equals and stops at the bound", () => {
    const all = ["a1", "a2", "a3"].map((name) => entry(name));
    expect(bestMatches(all, "a", 2).entries).toEqual(all.slice(0, 2));
  });
});
