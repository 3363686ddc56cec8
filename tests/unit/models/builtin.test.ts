import { bm25 } from "@/lib/models/builtin/bm25";
import { BUILTIN_EMBEDDING_DIMENSIONS, lexicalVector } from "@/lib/models/builtin/embedding";
import { protocolOf } from "@/lib/models/protocols";
import { channelTo } from "@/tests/factories/channels";

const cosine = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
const DOCUMENTS = [
  "本合同自双方签字之日起生效，违约金为合同总额的百分之十。",
  "食堂每周一供应面条和饺子。",
  "The tenant shall pay the rent before the fifth day of each month.",
  "Vacation days must be requested two weeks in advance.",
];

describe("the built-in vectors", () => {
  it("have length one, 512 dimensions, and are the same every time", () => {
    for (const text of [...DOCUMENTS, "", "!!!", "a"]) {
      const vector = lexicalVector(text);
      expect(vector).toHaveLength(BUILTIN_EMBEDDING_DIMENSIONS);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 10);
      expect(lexicalVector(text)).toEqual(vector);
    }
    // Never changes: vectors that are stored must go with new ones.
    const places = lexicalVector("合同 rent").flatMap((value, index) => (value === 0 ? [] : [index]));
    expect(places).toMatchInlineSnapshot(`
[
  42,
  184,
  469,
  499,
]
`);
  });

  it.each([
    ["违约金是多少", 0],
    ["星期一吃面条吗", 1],
    ["When is rent due each month?", 2],
    ["requesting vacation", 3],
    ["ＲＥＮＴＳ　ＰＡＹ", 2],
  ])("bring %s nearest to what shares its words", (question, best) => {
    const vector = lexicalVector(question);
    const near = DOCUMENTS.map((text) => cosine(vector, lexicalVector(text)));
    expect(near.indexOf(Math.max(...near))).toBe(best);
  });

  it("come through the protocol, with the dimensions asked for, and stop when told", async () => {
    const { embed, listModels } = await protocolOf("builtin");
    const channel = channelTo("", "builtin", "builtin-lexical-embedding");
    const { vectors, inputTokens } = await embed!(
      channel,
      { inputs: DOCUMENTS, dimensions: 64 },
      new AbortController().signal,
    );
    expect(vectors.map((vector) => vector.length)).toEqual([64, 64, 64, 64]);
    expect(inputTokens).toBeGreaterThan(20);
    await expect(embed!(channel, { inputs: ["a"] }, AbortSignal.abort())).rejects.toThrow("interrupted");
    expect((await listModels!(channel, AbortSignal.timeout(100))).map(({ type }) => type)).toEqual([
      "chat",
      "vector",
      "rerank",
    ]);
  });
});

describe("the built-in rerank", () => {
  it.each([
    ["违约金", 0],
    ["面条", 1],
    ["rent of the tenant", 2],
    ["vacation", 3],
  ])("%s", (query, best) => {
    const results = bm25(query, DOCUMENTS);
    expect(results[0]!.index).toBe(best);
    expect(results).toHaveLength(DOCUMENTS.length);
    for (const { score } of results) expect(score >= 0 && score <= 1).toBe(true);
  });

  it("weighs rare words more than common ones, and holds length against a document", () => {
    const common = ["the the the the", "the cat", "the dog", "the bird"];
    expect(bm25("the cat", common)[0]!.index).toBe(1);
    const long = `cat ${"filler word ".repeat(200)}`;
    expect(bm25("cat", [long, "cat food"])[0]!.index).toBe(1);
  });

  it("keeps the order of documents without a common word, and takes odd input", () => {
    expect(bm25("zzz", DOCUMENTS).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(bm25("", [])).toEqual([]);
    expect(bm25("a", [""])).toEqual([{ index: 0, score: 0 }]);
  });

  it("gives as many as were asked for", async () => {
    const request = { query: "rent", documents: DOCUMENTS, topN: 2 };
    const { results } = await (await protocolOf("builtin")).rerank!(
      channelTo("", "builtin", "builtin-bm25"),
      request,
      AbortSignal.timeout(100),
    );
    expect(results).toHaveLength(2);
  });
});
