import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AnswerSteps } from "@/components/chat/sources/answer-steps";
import { BaseNamesContext } from "@/components/chat/sources/context";
import type { StepData } from "@/lib/stream/parts";
import { renderWithTexts } from "@/tests/factories/render";

const [ONE, TWO] = ["01a20da0-1dd1-7305-b770-ffc1ff19f7e4", "01a20da0-1e48-7483-a388-065585a37fc9"];
const STEPS: StepData[] = [
  { name: "intent", state: "done", facts: { intent: "content", by: "rules" }, ms: 3 },
  { name: "analysis", state: "done", facts: {}, found: [{ kind: "date", text: "10月1日" }], ms: 1 },
  { name: "rewrite", state: "skipped", reason: "notNeeded" },
  {
    name: "search",
    state: "done",
    facts: { slices: 24, files: 6, withdrawn: 1 },
    found: [
      { kind: "base", text: "", baseId: ONE, slices: 20, files: 5 },
      { kind: "base", text: "", baseId: TWO, slices: 4, files: 1 },
    ],
    ms: 900,
  },
  {
    name: "selection",
    state: "done",
    facts: { kept: 1, lowest: 0.62, reranked: "true" },
    found: [
      { kind: "slice", text: "差旅办法.pdf", versionId: ONE, part: 3, score: 0.62, isKept: true },
      { kind: "slice", text: "", versionId: TWO, part: 1, score: 0.2, isKept: false },
    ],
    ms: 1100,
    cost: { micros: 1200, currency: "CNY" },
  },
];

it("tells what each step of an answer from bases found, why one was left out, and nothing of what may not be read", async () => {
  await renderWithTexts(
    <BaseNamesContext value={new Map([[ONE, "财务制度"]])}>
      <AnswerSteps steps={STEPS} isRunning={false} />
    </BaseNamesContext>,
  );
  await userEvent.click(screen.getByRole("button", { expanded: false }));
  const list = screen.getAllByRole("list")[0]!;
  for (const words of [
    "查询文件内容",
    "10月1日",
    "不需要",
    "召回 24 个切片，来自 6 个文件；1 个知识库已无权查看，未参与",
    "财务制度：20 个切片，5 个文件",
    "知识库：4 个切片，1 个文件",
    "重排后保留 1 个，最低分 0.62",
    "差旅办法.pdf，第 3 页",
    "已无权查看",
    "0.0012",
  ]) {
    expect(list).toHaveTextContent(words);
  }
});
