import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { takeHandover } from "@/components/chat/handover";
import { DialogHost } from "@/components/common/dialog-host";
import { DocumentView } from "@/components/features/documents/view/document-view";
import type { Citation, ResolvedCitation } from "@/lib/citations/dto";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type { DocumentDto, DocumentVersionDto, OverviewDto } from "@/lib/features/documents/dto";
import type { ParseStateDto } from "@/lib/parsing/types";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useRouter: () => ({ push: () => undefined }),
}));

/** The reader's code is loaded with the first test. */
const LOADED = { timeout: 4000 };
const ID = "01900000-0000-7000-8000-000000000001";
const OLD = "01900000-0000-7000-8000-000000000002";
const NEW = "01900000-0000-7000-8000-000000000003";
const TEXT = "差旅标准每晚六百元。";

const ready = { status: "ready", progress: 100, failure: null, parts: 1 } as unknown as ParseStateDto;
const shown: DocumentDto = {
  id: ID,
  fileId: ID,
  versionId: NEW,
  version: 2,
  name: "办法.txt",
  format: "txt",
  size: 2000,
  folderId: null,
  parse: ready,
  lastReadAt: "2026-11-20T02:00:00Z",
  createdAt: "2026-11-20T02:00:00Z",
  deletedAt: null,
};
const citation: Citation = {
  id: 1,
  number: 1,
  fileId: ID,
  versionId: NEW,
  fileName: "办法.txt",
  format: "txt",
  parser: 1,
  place: { kind: "section", part: 1 },
  from: 0,
  to: TEXT.length,
  quote: TEXT,
  quoteHash: "0".repeat(64),
  supported: true,
};
const resolved: ResolvedCitation = {
  state: "exact",
  versionId: NEW,
  fileName: "办法.txt",
  place: citation.place,
  from: 0,
  to: TEXT.length,
  rects: [],
  replacedBy: null,
};
const overviewOf = (over: Partial<OverviewDto> = {}): OverviewDto => ({
  id: ID,
  documentId: ID,
  versionId: NEW,
  status: "done",
  progress: 100,
  failure: null,
  modelName: null,
  isExtractive: true,
  summary: `${TEXT}[^c1]`,
  keyPoints: [],
  questions: ["说了什么？"],
  citations: [citation],
  updatedAt: "2026-11-20T02:00:00Z",
  ...over,
});
const versions: DocumentVersionDto[] = [
  { versionId: NEW, number: 2, size: 2000, isCurrent: true, parse: ready, createdAt: "2026-11-20T02:00:00Z" },
  { versionId: OLD, number: 1, size: 1000, isCurrent: false, parse: ready, createdAt: "2025-10-01T02:00:00Z" },
];
const readerOf = (versionId: string) => ({
  versionId,
  fileId: ID,
  fileName: versionId === NEW ? "办法.txt" : "旧办法.txt",
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
  replacedBy: versionId === NEW ? null : { versionId: NEW },
});

async function open(
  overview: OverviewDto,
  document: DocumentDto = shown,
  more: Parameters<typeof answerCalls>[0] = {},
) {
  const seen = answerCalls({
    [`GET /api/documents/${ID}`]: { data: document },
    [`GET /api/documents/${ID}/overview`]: { data: overview },
    [`GET /api/documents/${ID}/versions`]: { data: { items: versions } },
    [`GET /api/reader/${NEW}`]: { data: readerOf(NEW) },
    [`GET /api/reader/${OLD}`]: { data: readerOf(OLD) },
    "POST /api/reader/resolve": { data: [resolved] },
    ...more,
  });
  await renderWithTexts(
    <QueryProvider>
      <DocumentView id={ID} onClose={() => undefined} />
      <DialogHost />
    </QueryProvider>,
  );
  return seen;
}

beforeAll(() => {
  window.matchMedia = (() => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as never;
});
afterEach(() => act(() => browserQueryClient().clear()));

it("gives the reader what the overview cites before any of it was clicked", async () => {
  await open(overviewOf());
  expect(await screen.findByText("来源 – / 1", undefined, LOADED)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "下一处来源（Alt+↓）" }));
  expect(await screen.findByText("来源 1 / 1")).toBeInTheDocument();
});

it("takes the sheet in view along into a conversation", async () => {
  const chat = "01900000-0000-7000-8000-000000000009";
  const sheets = ["一月", "二月"].map((name, at) => ({
    kind: "sheet",
    number: at + 1,
    name,
    from: at * 5,
    to: at * 5 + 5,
  }));
  await open(
    overviewOf({ citations: [], summary: TEXT }),
    { ...shown, name: "账.xlsx", format: "xlsx" },
    {
      [`GET /api/reader/${NEW}`]: { data: { ...readerOf(NEW), format: "xlsx", parts: sheets } },
      "POST /api/documents/chats": { data: { id: chat } },
    },
  );
  await userEvent.click(await screen.findByRole("tab", { name: "二月" }, LOADED));
  await userEvent.click(screen.getByRole("button", { name: "就此文档提问" }));
  await waitFor(() => expect(takeHandover(chat)?.place).toEqual({ versionId: NEW, part: 2 }));
});

it("says that there is nothing to summarise instead of an empty heading", async () => {
  await open(overviewOf({ summary: "", citations: [] }));
  expect(await screen.findByText("这个文档连续的文字太少，无法概括，仍可就它提问。")).toBeVisible();
  expect(screen.queryByRole("heading", { name: "摘要" })).toBeNull();
  expect(screen.queryByRole("button", { name: "复制概览" })).toBeNull();
  expect(screen.getByRole("button", { name: "说了什么？" })).toBeVisible();
});

it("opens an older version, says that it is one, and leads to the current one", async () => {
  await open(overviewOf());
  await userEvent.click(await screen.findByRole("button", { name: "办法.txt 的更多操作" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "版本" }));
  const dialog = await screen.findByRole("dialog", { name: "这个文档的版本" });
  const [current, old] = await within(dialog).findAllByRole("button", { name: /^第/ });
  expect(current).toHaveAccessibleName(/第 2 版.*2 ?kB.*当前版本/);
  expect(current).toHaveAttribute("aria-current", "true");
  expect(old).toHaveAccessibleName(/第 1 版 ?2025 年 10 月 1 日 · 1 ?kB/);
  await userEvent.click(old!);
  expect(await screen.findByText("当前显示的是旧版本")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "查看当前版本" }));
  expect(await screen.findByText("正在查看当前版本")).toBeVisible();
});

it("keeps an older version readable while the current one is being read", async () => {
  await open(overviewOf(), { ...shown, parse: { ...ready, status: "parsing", progress: 10 } });
  await userEvent.click(await screen.findByRole("button", { name: "办法.txt 的更多操作" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "版本" }));
  await userEvent.click(await screen.findByRole("button", { name: /第 1 版/ }));
  expect(await screen.findByText("旧办法.txt")).toBeVisible();
});

it("asks for the encoding of a text that two read alike, shows both readings and has it read anew", async () => {
  const readings = [
    { encoding: "gb18030", preview: "ど,120" },
    { encoding: "big5", preview: "升,120" },
  ];
  const encoding = { name: "gb18030", isCertain: false, readings };
  const document = { ...shown, parse: { ...ready, encoding } };
  const seen = await open(overviewOf(), document, { [`POST /api/documents/${ID}/encoding`]: { data: document } });
  expect(await screen.findByText("文件可能是另一种编码，目前按简体中文（GB18030）读取")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "选择编码" }));
  const dialog = await screen.findByRole("dialog", { name: "文件的编码" });
  const [present, other] = within(dialog).getAllByRole("radio");
  expect(present).toBeChecked();
  expect(present).toHaveAccessibleDescription("ど,120");
  expect(other).toHaveAccessibleName("繁体中文（Big5）");
  expect(other).toHaveAccessibleDescription("升,120");
  const read = within(dialog).getByRole("button", { name: "重新读取" });
  expect(read).toBeDisabled();
  await userEvent.click(other!);
  await userEvent.click(read);
  expect(seen).toContainEqual({ call: `POST /api/documents/${ID}/encoding`, body: { encoding: "big5" } });
});

it("says nothing of the encoding of a text that was told for certain", async () => {
  const encoding = { name: "gb18030", isCertain: true, readings: [] };
  await open(overviewOf(), { ...shown, parse: { ...ready, encoding } });
  expect(await screen.findByRole("button", { name: "说了什么？" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "选择编码" })).toBeNull();
});
