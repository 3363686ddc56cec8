import { QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { CutQuestionsPanel } from "@/components/features/knowledge/segmentation/cut-questions-panel";
import { useCutQuestions } from "@/components/features/knowledge/segmentation/use-cut-questions";
import { createQueryClient } from "@/lib/client/query-client";
import type { CutHitDto, CutQuestionsDto } from "@/lib/features/knowledge/segmentation-dto";
import type { Segmentation } from "@/lib/retrieval/types";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const FILE = "01900000-0000-7000-8000-000000000001";
const A: Segmentation = { mode: "single", maxTokens: 64, overlap: 8 };
const B: Segmentation = { mode: "single", maxTokens: 320, overlap: 0 };
const WHO = "住宿超标了谁来批？";

const hit = (number: number, from: number, to: number, score: number): CutHitDto => ({
  ...{ number, from, to, part: 1, parent: null, handed: { from, to }, text: `切片${number}`, score },
  scores: { lexical: score },
});
const FOUND: CutQuestionsDto = {
  sides: [
    { answers: [{ hits: [hit(3, 0, 50, 0.71), hit(4, 50, 90, 0.4)], failed: [] }] },
    { answers: [{ hits: [hit(8, 200, 300, 0.95), hit(2, 0, 90, 0.92)], failed: ["rerank"] }] },
  ],
  isPartial: false,
  isByMeaning: false,
  asksModels: false,
  missing: { texts: 12, tokens: 3400, cost: { micros: 1_700_000, currency: "CNY" } },
};

const placed = jest.fn();

function Screen() {
  const [b, setB] = useState(B);
  const questions = useCutQuestions(FILE, A, b);
  return (
    <>
      <button type="button" onClick={() => setB({ ...B, maxTokens: 200 })}>
        smaller
      </button>
      <button type="button" onClick={() => questions.mark(WHO, { from: 40, to: 60 })}>
        mark
      </button>
      <CutQuestionsPanel questions={questions} onPlace={placed} />
    </>
  );
}

async function open(data: Partial<CutQuestionsDto> = {}) {
  const seen = answerCalls({
    [`POST /api/knowledge/files/${FILE}/segmentation-questions`]: { data: { ...FOUND, ...data } },
  });
  await renderWithTexts(
    <QueryClientProvider client={createQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  await userEvent.type(screen.getByRole("textbox", { name: "输入一个常见问题" }), `${WHO}{Enter}`);
  return () => seen.map(({ body }) => body as { embed: boolean; segmentations: Segmentation[] });
}

test("each setting lists what it finds, and leads to its place", async () => {
  await open();
  const left = await screen.findByRole("region", { name: "A 的切片" });
  expect(within(left).getAllByRole("listitem")).toHaveLength(2);
  expect(left).toHaveTextContent("#3 · 0.71");
  const right = screen.getByRole("region", { name: "B 的切片" });
  expect(right).toHaveTextContent("重排模型出错");
  await userEvent.click(within(right).getByRole("button", { name: /切片2/ }));
  expect(placed).toHaveBeenLastCalledWith(0);
});

test("marked words tell which setting hands the answer over whole", async () => {
  await open();
  await screen.findByRole("region", { name: "A 的切片" });
  await userEvent.click(screen.getByRole("button", { name: "mark" }));
  const row = screen.getByRole("button", { name: new RegExp(WHO), expanded: true });
  expect(row).toHaveTextContent("答案被切断，第 1");
  expect(row).toHaveTextContent("答案完整，第 2");
  await userEvent.click(screen.getByRole("button", { name: "取消标记" }));
  expect(row).not.toHaveTextContent("答案");
});

test("vectors are bought only when they are asked to, at a cost that is told", async () => {
  const sent = await open();
  expect(await screen.findByText(/3,400 token，约 ¥1.7/)).toBeInTheDocument();
  expect(sent().map(({ embed }) => embed)).toEqual([false]);
  await userEvent.click(screen.getByRole("button", { name: "也按语义比较" }));
  expect(sent().map(({ embed }) => embed)).toEqual([false, true]);
});

test("a changed setting is asked about anew, by itself where that costs nothing", async () => {
  const sent = await open();
  await screen.findByRole("region", { name: "A 的切片" });
  await userEvent.click(screen.getByRole("button", { name: "smaller" }));
  await screen.findByText(/3,400 token/, undefined, { timeout: 3000 });
  expect(sent().at(-1)!.segmentations[1]!.maxTokens).toBe(200);
  expect(sent().at(-1)!.embed).toBe(false);
});

test("where models of the base read along, the person says when", async () => {
  const sent = await open({ asksModels: true });
  await screen.findByRole("region", { name: "A 的切片" });
  await userEvent.click(screen.getByRole("button", { name: "smaller" }));
  expect(sent()).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "重新比较" }));
  expect(sent().at(-1)!.segmentations[1]!.maxTokens).toBe(200);
});

test("there is room for five questions", async () => {
  await open();
  const field = screen.getByRole("textbox", { name: "输入一个常见问题" });
  for (const question of ["一", "二", "三", "四"]) await userEvent.type(field, `${question}{Enter}`);
  expect(field).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "移除“二”" }));
  expect(field).toBeEnabled();
});
