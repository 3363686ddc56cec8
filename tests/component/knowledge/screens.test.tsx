import { QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { KnowledgeScreens } from "@/components/features/knowledge/screens";
import { ResegmentScreen } from "@/components/features/knowledge/segmentation/resegment-screen";
import type { SliceList } from "@/components/features/knowledge/slices/slice-list";
import { SlicesScreen } from "@/components/features/knowledge/slices/slices-screen";
import { createQueryClient } from "@/lib/client/query-client";
import type { KnowledgeFileDto, SliceDto, SliceLineDto, SlicesDto } from "@/lib/features/knowledge/dto";
import type { SegmentationPreviewDto } from "@/lib/features/knowledge/segmentation-dto";
import type { Segmentation } from "@/lib/retrieval/types";
import { type Answers, answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const push = jest.fn();
jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useRouter: () => ({ push }),
  usePathname: () => "/knowledge-center/slice-preview/x",
}));

// The real one draws what is in view, and nothing has a size here.
jest.mock("@/components/features/knowledge/slices/slice-list", () => ({
  SliceList: ({ items, activeId, editor, onEdit }: Parameters<typeof SliceList>[0]) =>
    items.map((slice) =>
      editor && slice.id === activeId ? (
        <div key={slice.id}>{editor(slice)}</div>
      ) : (
        <button key={slice.id} type="button" onClick={() => onEdit(slice.id)}>
          {slice.text}
        </button>
      ),
    ),
}));

const ID = "01900000-0000-7000-8000-000000000001";
const TEXT = "第一条 报销。第二条 审批。";
const CUT: Segmentation = { mode: "single", maxTokens: 320, overlap: 40 };

const reader = {
  versionId: ID,
  fileId: ID,
  fileName: "办法.txt",
  format: "txt",
  size: 10,
  title: "",
  language: "zh-Hans",
  parser: 1,
  characters: TEXT.length,
  parts: [{ kind: "section", number: 1, from: 0, to: TEXT.length }],
  outline: [],
  pieces: [],
  warnings: [],
  web: null,
  replacedBy: null,
};
const slices = (open: number): SlicesDto => ({
  file: {
    id: ID,
    baseId: ID,
    baseName: "财务制度",
    name: "办法.txt",
    format: "txt",
    status: "ready",
    versionId: ID,
    segmentation: CUT,
    pictures: null,
    mayManage: true,
  },
  items: [],
  counts: { all: 2, hand: 1, disabled: 0, open },
});
const previewOf = (count: number): SegmentationPreviewDto["previews"][number] => ({
  slices: Array.from({ length: count }, (_, at) => ({
    from: at,
    to: at + 1,
    part: 1,
    tokens: 3,
    parent: null,
    isCut: false,
    overlap: 0,
  })),
  count,
  parents: 0,
  meanTokens: 3,
  medianTokens: 3,
  maxTokens: 3,
  cut: 0,
  isPartial: false,
});
const PREVIEW = `POST /api/knowledge/files/${ID}/segmentation-preview`;

beforeAll(() => {
  window.matchMedia = (() => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never;
});

async function open(ui: React.ReactNode, answers: Answers) {
  const seen = answerCalls({
    [`GET /api/reader/${ID}`]: { data: reader },
    "GET /api/knowledge/shortcuts": { data: { items: [] } },
    ...answers,
  });
  await renderWithTexts(
    <QueryClientProvider client={createQueryClient()}>
      <KnowledgeScreens screens={[{ path: "/knowledge-center/re/{docId}", title: "重新切分" }]}>{ui}</KnowledgeScreens>
    </QueryClientProvider>,
  );
  return seen;
}

test("the screen of slices counts them, says what waits for a decision, and leads to the setting", async () => {
  await open(<SlicesScreen fileId={ID} />, { [`GET /api/knowledge/files/${ID}/slices`]: { data: slices(3) } });
  expect(await screen.findByRole("heading", { level: 1, name: /办法.txt/ })).toBeInTheDocument();
  expect(screen.getByText(/3 处手工改动没能放回新切片/)).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "手工 1" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "切分设置" })).toHaveAttribute("href", `/knowledge-center/re/${ID}`);
});

describe("words typed into a slice", () => {
  const [FIRST, SECOND] = ["01900000-0000-7000-8000-00000000000a", "01900000-0000-7000-8000-00000000000b"];
  const line = (id: string, number: number): SliceLineDto => ({
    ...{ id, number, from: 0, to: 8, part: 1, parent: null, heading: "", text: `第${number}条。`, tokens: 3 },
    ...{ isHand: false, isEdited: false, isDisabled: false, isRefused: false, reason: null, picture: null },
  });
  const slice = (id: string): SliceDto => ({
    ...{ id, from: 0, to: 8, heading: "", text: "报销。", original: "报销。", tokens: 3, limit: 4000, usual: 128 },
    ...{ isHand: false, isDisabled: false, reason: "", picture: null, edits: [], revision: "one" },
  });
  let items: SliceLineDto[];
  const openList = () =>
    open(<SlicesScreen fileId={ID} />, {
      [`GET /api/knowledge/files/${ID}/slices`]: () => ({ data: { ...slices(0), items } }),
      [`GET /api/knowledge/slices/${FIRST}`]: { data: slice(FIRST!) },
      [`GET /api/knowledge/slices/${SECOND}`]: { data: slice(SECOND!) },
      [`POST /api/knowledge/slices/${FIRST}`]: () => {
        // Somebody else joined the two.
        items = [line(SECOND!, 1)];
        return { code: 404, message: "不存在" };
      },
    });
  const edit = async (number: number) => {
    await userEvent.click(await screen.findByRole("button", { name: new RegExp(`第${number}条`) }));
    return screen.findByRole("textbox", { name: `切片 ${number} 的内容` });
  };

  beforeEach(() => {
    items = [line(FIRST!, 1), line(SECOND!, 2)];
  });

  test("are there again after another one was looked at", async () => {
    await openList();
    const field = await edit(1);
    await userEvent.clear(field);
    await userEvent.type(field, "我写的。");
    await edit(2);
    expect(screen.queryByDisplayValue("我写的。")).not.toBeInTheDocument();
    expect(await edit(1)).toHaveValue("我写的。");
  });

  test("stay when somebody else joined the slice away, until they are given up", async () => {
    await openList();
    const field = await edit(1);
    await userEvent.clear(field);
    await userEvent.type(field, "我写的。");
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    const told = await screen.findByRole("alert");
    expect(told).toHaveTextContent("已被他人合并");
    expect(within(told).getByRole("textbox", { name: "你输入的内容" })).toHaveValue("我写的。");
    await userEvent.click(within(told).getByRole("button", { name: "放弃" }));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });
});

test("a missing file says so in place", async () => {
  await open(<SlicesScreen fileId={ID} />, {});
  await waitFor(() => expect(document.querySelector("[data-entity-missing]")).toBeInTheDocument());
});

test("a new setting is shown beside the old one and applied once it differs; a refused one leaves the last result", async () => {
  const file = { id: ID, versionId: ID, name: "办法.txt", format: "txt" } as KnowledgeFileDto;
  let isRefused = false;
  const seen = await open(<ResegmentScreen file={file} base={{ id: ID, name: "财务制度" }} current={CUT} />, {
    [PREVIEW]: () =>
      isRefused
        ? { code: 422, message: "用时过长" }
        : { data: { versionId: ID, previews: [previewOf(4), previewOf(9)] } },
    [`POST /api/knowledge/files/${ID}/resegment`]: { data: file },
  });
  expect(await screen.findByText(/9 片/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "重新切分" })).toBeDisabled();
  isRefused = true;
  await userEvent.click(screen.getByRole("radio", { name: "不切分" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("用时过长 仍显示上一次的结果。");
  expect(screen.getByText(/9 片/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "重新切分" }));
  expect(seen.find(({ call }) => call.endsWith("/resegment"))).toMatchObject({
    body: { segmentation: { mode: "none", maxTokens: 320, overlap: 0 }, asDefault: false },
  });
  await waitFor(() => expect(push).toHaveBeenCalledWith(`/knowledge-center/slice-preview/${ID}`));
});
