import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DecisionsDrawer } from "@/components/features/knowledge/slices/decisions-drawer";
import { SliceEditor } from "@/components/features/knowledge/slices/slice-editor";
import { createQueryClient } from "@/lib/client/query-client";
import type { SliceDecisionsDto, SliceDto, SliceLineDto } from "@/lib/features/knowledge/dto";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const FILE = "01900000-0000-7000-8000-000000000001";
const ID = "01900000-0000-7000-8000-000000000002";
const EDIT = "01900000-0000-7000-8000-000000000003";
const TEXT = "由部门负责人审批。超过的由总经理审批。";

const line: SliceLineDto = {
  id: ID,
  number: 35,
  from: 0,
  to: TEXT.length,
  part: 4,
  parent: null,
  picture: null,
  heading: "第四章",
  text: TEXT,
  tokens: 20,
  isHand: false,
  isEdited: false,
  isDisabled: false,
  isRefused: false,
  reason: null,
};
const slice: SliceDto = {
  id: ID,
  from: 0,
  to: TEXT.length,
  heading: "第四章",
  text: TEXT,
  original: TEXT,
  tokens: 20,
  limit: 4000,
  usual: 128,
  picture: null,
  isHand: false,
  isDisabled: false,
  reason: "",
  edits: [],
  revision: "one",
};

async function open(answers: Answers = {}) {
  const closed = jest.fn();
  const seen = answerCalls({
    [`GET /api/knowledge/slices/${ID}`]: { data: slice },
    [`POST /api/knowledge/slices/${ID}`]: { data: { editId: EDIT, ids: [ID] } },
    ...answers,
  });
  await renderWithTexts(
    <QueryClientProvider client={createQueryClient()}>
      <SliceEditor fileId={FILE} line={line} onDraft={() => undefined} onClose={closed} />
    </QueryClientProvider>,
  );
  const field = await screen.findByRole("textbox", { name: "切片 35 的内容" });
  const sent = () => seen.filter(({ call }) => call.startsWith("POST")).map(({ body }) => body);
  return { field, closed, sent };
}
const button = (name: string) => screen.getByRole("button", { name });

test("a changed text is saved with the revision it was read with; an unchanged or empty one is not", async () => {
  const { field, closed, sent } = await open();
  expect(button("保存")).toBeDisabled();
  await userEvent.clear(field);
  expect(button("保存")).toBeDisabled();
  expect(screen.getByText("内容不能为空")).toBeInTheDocument();
  await userEvent.type(field, "新内容。");
  await userEvent.keyboard("{Control>}s{/Control}");
  expect(sent()).toEqual([{ kind: "edit", text: "新内容。", revision: "one" }]);
  expect(closed).toHaveBeenCalled();
});

test("the second of two editors sees the first's words, keeps their own, and saves knowingly", async () => {
  const current = { text: "对方的内容。", isDisabled: false };
  let isFirst = true;
  const { field, sent } = await open({
    [`POST /api/knowledge/slices/${ID}`]: () => {
      const refused = { code: 409, data: { error: "staleRecord", current, revision: "two", changedBy: "孙嘉宁" } };
      const answer = isFirst ? refused : { data: { editId: EDIT, ids: [ID] } };
      isFirst = false;
      return answer;
    },
  });
  await userEvent.clear(field);
  await userEvent.type(field, "我的内容。");
  await userEvent.click(button("保存"));
  expect(await screen.findByRole("alert")).toHaveTextContent("孙嘉宁先保存了改动");
  expect(field).toHaveValue("我的内容。");
  await userEvent.click(button("保留我的，再保存"));
  await userEvent.click(button("保存"));
  expect(sent().at(-1)).toEqual({ kind: "edit", text: "我的内容。", revision: "two" });
});

test("a slice is split at the cursor, by button or key, once both halves have words", async () => {
  const { field, sent } = await open();
  expect(button("在光标处拆分")).toBeDisabled();
  await userEvent.click(field);
  (field as HTMLTextAreaElement).setSelectionRange(9, 9);
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}");
  expect(screen.getByText(/拆成 \d+ \+ \d+/)).toBeInTheDocument();
  await userEvent.keyboard("{Alt>}{Enter}{/Alt}");
  expect(sent()).toEqual([{ kind: "split", at: 9, revision: "one" }]);
});

test("a slice is switched off with a reason only", async () => {
  const { sent } = await open();
  await userEvent.click(button("停用"));
  const [, confirm] = screen.getAllByRole("button", { name: "停用" });
  expect(confirm).toBeDisabled();
  await userEvent.type(screen.getByRole("textbox", { name: "停用原因" }), "与附件冲突");
  await userEvent.click(confirm!);
  expect(sent()).toEqual([{ kind: "disable", reason: "与附件冲突", revision: "one" }]);
});

test("what lost its place is put where a person says, kept, or dropped", async () => {
  const item: SliceDecisionsDto["items"][number] = {
    id: ID,
    text: "改过的内容。",
    original: "原来的内容。",
    isDisabled: false,
    reason: "",
    candidates: [{ from: 3, to: 9, part: 2, text: "相近的内容。", similarity: 0.62 }],
  };
  const seen = answerCalls({
    [`GET /api/knowledge/files/${FILE}/slice-decisions`]: { data: { items: [item] } },
    [`POST /api/knowledge/slice-decisions/${ID}`]: { data: { editId: EDIT, ids: [] } },
  });
  await renderWithTexts(
    <QueryClientProvider client={createQueryClient()}>
      <DecisionsDrawer fileId={FILE} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("第 2 页 · 相似 0.62")).toBeInTheDocument();
  await userEvent.click(button("放到这里"));
  await userEvent.click(button("保留为新切片"));
  await userEvent.click(button("舍弃"));
  const bodies = seen.filter(({ call }) => call.startsWith("POST")).map(({ body }) => body);
  expect(bodies).toEqual([{ kind: "place", from: 3, to: 9 }, { kind: "keep" }, { kind: "drop" }]);
});
