import { analyse, contentWords } from "@/lib/features/knowledge/service/chat/analysis";
import { intentOf } from "@/lib/features/knowledge/service/chat/intents";

describe("intentOf", () => {
  it.each([
    ["这个知识库有多少个文件？", "count"],
    ["知识库里一共有几份文档", "count"],
    ["How many files are in this knowledge base?", "count"],
    ["how many documents does the base contain", "count"],
    ["知识库里有哪些文件？", "list"],
    ["请列出所有文件", "list"],
    ["List all the files in this knowledge base.", "list"],
    ["What documents are in this knowledge base?", "list"],
    ["知识库里最近更新的文件是哪些？", "newest"],
    ["What are the newest files in this knowledge base?", "newest"],
    ["这个知识库是谁负责的？", "owner"],
    ["谁负责这个知识库", "owner"],
    ["Who owns this knowledge base?", "owner"],
  ])("asks the catalogue: %s", (question, ask) => {
    expect(intentOf(question)).toEqual({ kind: "catalogue", ask });
  });

  it.each([
    "办理签证需要多少份文件？",
    "How many documents do I need for a visa?",
    "知识库的建设规范有哪些要求？",
    "Who owns the north office?",
    "最新的报销标准是什么？",
    "What files must be signed by the director?",
    "List the documents an applicant hands in",
  ])("asks what files say: %s", (question) => {
    expect(intentOf(question)).toEqual({ kind: "content" });
  });

  it.each(["你好", "谢谢！", "Hello there!", "thanks"])("is talk: %s", (text) => {
    expect(intentOf(text)).toEqual({ kind: "talk" });
  });
});

describe("analyse", () => {
  it("finds dates, figures, names and terms, each once", () => {
    const found = analyse("“差旅办法”中，2025年10月1日去上海出差三晚，600 元够吗？");
    const of = (kind: string) => found.filter((one) => one.kind === kind).map(({ text }) => text);
    expect(of("date").join(" ")).toMatch(/10/);
    expect(of("figure").join(" ")).toContain("600");
    expect(of("name")).toEqual(["差旅办法"]);
    expect(of("term")).toContain("上海");
    expect(analyse("When does the lease of the North Office end?")).toContainEqual({
      kind: "name",
      text: "North Office",
    });
  });

  it("has no words that only ask", () => {
    expect(contentWords("What is the lease, and how much?")).toEqual(["lease"]);
    expect(contentWords("这个怎么办理呢")).toEqual(["办理"]);
  });
});
