import { recallAddress } from "@/lib/features/knowledge-operations/recall-address";

const ID = "0198b5a0-0000-7000-8000-000000000001";

describe("the address of a recall test", () => {
  it("carries the base and the question, and is read as it was written", () => {
    const state = { id: ID, question: "上海出差的住宿标准是多少？", view: "question" } as const;
    const query = recallAddress.query(state);
    expect(recallAddress.read(Object.fromEntries(new URLSearchParams(query)))).toEqual(state);
  });

  it("leaves out a question that would make it too long, and cuts one that was made elsewhere", () => {
    const long = "x".repeat(501);
    expect(recallAddress.query({ id: ID, question: long, view: "sets" })).not.toContain("x");
    expect(recallAddress.read({ id: ID, q: "x".repeat(3000) }).question).toHaveLength(2500);
    expect(recallAddress.read({ id: "no id", view: "nothing" })).toEqual({ id: null, question: "", view: "question" });
  });
});
