import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column, TableState } from "@/components/common/data-table/types";
import { renderWithTexts } from "@/tests/factories/render";

interface Person {
  id: string;
  name: string;
  uses: number;
}

const COLUMNS: Column<Person>[] = [
  { key: "name", header: "姓名", cell: (row) => row.name, sortable: true },
  { key: "uses", header: "次数", cell: (row) => row.uses, numeric: true, hideable: true },
];
const PEOPLE: Person[] = [
  { id: "1", name: "林若溪", uses: 12 },
  { id: "2", name: "周明轩", uses: 7 },
];

const state = (over: Partial<TableState<Person>> = {}): TableState<Person> => ({
  data: { items: PEOPLE, total: 45 },
  isPending: false,
  isError: false,
  isFetching: false,
  refetch: jest.fn(),
  ...over,
});

const table = (over: Partial<Parameters<typeof DataTable<Person>>[0]> = {}) => (
  <DataTable<Person>
    label="用户"
    columns={COLUMNS}
    rowKey={(row) => row.id}
    state={state()}
    page={1}
    pageSize={20}
    onPageChange={jest.fn()}
    empty={<p>还没有用户</p>}
    {...over}
  />
);

describe("data table", () => {
  it("shows the rows, the total and asks for another page", async () => {
    const onPageChange = jest.fn();
    await renderWithTexts(table({ onPageChange }));
    expect(screen.getAllByRole("row")).toHaveLength(3);
    expect(screen.getByText("共 45 条")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "上一页" })).toBeDisabled();
    await userEvent.click(screen.getByRole("button", { name: "下一页" }));
    expect(onPageChange).toHaveBeenCalledWith(2);
    await userEvent.click(screen.getByRole("button", { name: "第 3 页" }));
    expect(onPageChange).toHaveBeenCalledWith(3);
  });

  it("counts in the language of the page", async () => {
    await renderWithTexts(table({ state: state({ data: { items: PEOPLE.slice(0, 1), total: 1 } }) }), "en_US");
    expect(screen.getByText("1 item")).toBeInTheDocument();
  });

  it("asks the server to sort, and says the order in its head", async () => {
    const onSortChange = jest.fn();
    const view = await renderWithTexts(table({ onSortChange }));
    await userEvent.click(screen.getByRole("button", { name: "姓名" }));
    expect(onSortChange).toHaveBeenLastCalledWith({ key: "name", descending: false });
    view.rerenderWithTexts(table({ onSortChange, sort: { key: "name", descending: false } }));
    expect(screen.getByRole("columnheader", { name: /姓名/ })).toHaveAttribute("aria-sort", "ascending");
    await userEvent.click(within(screen.getByRole("columnheader", { name: /姓名/ })).getByRole("button"));
    expect(onSortChange).toHaveBeenLastCalledWith({ key: "name", descending: true });
    expect(screen.queryByRole("button", { name: "次数" })).not.toBeInTheDocument();
  });

  it("moves between rows with the arrow keys and opens with Enter", async () => {
    const onOpen = jest.fn();
    await renderWithTexts(table({ onOpen }));
    const [, first, second] = screen.getAllByRole("row");
    first?.focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(second).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(onOpen).toHaveBeenCalledWith(PEOPLE[1]);
    await userEvent.keyboard("{ArrowUp}");
    expect(first).toHaveFocus();
  });

  it("leaves out hidden columns, never the first", async () => {
    await renderWithTexts(table({ hidden: new Set(["uses", "name"]) }));
    expect(screen.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["姓名"]);
  });

  it("tells loading, nothing yet, nothing found and failure apart", async () => {
    const refetch = jest.fn();
    const onClearFilters = jest.fn();
    const none = { items: [], total: 0 };
    const view = await renderWithTexts(table({ state: state({ data: undefined, isPending: true }) }));
    expect(screen.getByRole("status", { name: "正在加载" })).toBeInTheDocument();

    view.rerenderWithTexts(table({ state: state({ data: none }) }));
    expect(screen.getByText("还没有用户")).toBeInTheDocument();

    view.rerenderWithTexts(table({ state: state({ data: none }), onClearFilters }));
    expect(screen.queryByText("还没有用户")).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "清除筛选" }));
    expect(onClearFilters).toHaveBeenCalled();

    view.rerenderWithTexts(table({ state: state({ data: undefined, isError: true, refetch }) }));
    expect(screen.getByRole("alert")).toHaveTextContent("列表没有加载成功");
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    expect(refetch).toHaveBeenCalled();
  });

  it("keeps the rows while it refreshes and when a refresh fails", async () => {
    const view = await renderWithTexts(table({ state: state({ isFetching: true }) }));
    expect(screen.getByRole("table")).toHaveAttribute("aria-busy", "true");
    expect(screen.getByText("林若溪")).toBeInTheDocument();
    view.rerenderWithTexts(table({ state: state({ isError: true }) }));
    expect(screen.getByText("林若溪")).toBeInTheDocument();
    expect(screen.getByRole("alert")).toBeInTheDocument();
  });

  it("picks rows by checkbox and by Space, the page as a whole, and then every result", async () => {
    const onChange = jest.fn();
    const onOpen = jest.fn();
    const selection = (keys: string[], all = false) => ({
      keys: new Set(keys),
      all,
      onChange,
      label: (row: Person) => `选择 ${row.name}`,
      offersAll: true,
      actions: <button type="button">停用</button>,
    });
    const view = await renderWithTexts(table({ onOpen, selection: selection([]) }));
    expect(screen.queryByRole("toolbar")).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("checkbox", { name: "选择 周明轩" }));
    expect(onChange).toHaveBeenLastCalledWith(new Set(["2"]), false);
    screen.getAllByRole("row")[1]?.focus();
    await userEvent.keyboard(" ");
    expect(onChange).toHaveBeenLastCalledWith(new Set(["1"]), false);
    await userEvent.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
    expect(onChange).toHaveBeenLastCalledWith(new Set(["1", "2"]), false);
    expect(onOpen).not.toHaveBeenCalled();

    view.rerenderWithTexts(table({ selection: selection(["1", "2"]) }));
    expect(screen.getByRole("status")).toHaveTextContent("已选 2 项");
    await userEvent.click(screen.getByRole("button", { name: "选择全部 45 项" }));
    expect(onChange).toHaveBeenLastCalledWith(new Set(["1", "2"]), true);
    view.rerenderWithTexts(table({ selection: selection(["1", "2"], true) }));
    expect(screen.getByRole("status")).toHaveTextContent("已选 45 项");
    await userEvent.click(screen.getByRole("button", { name: "取消选择" }));
    expect(onChange).toHaveBeenLastCalledWith(new Set(), false);
  });
});

describe("list without an end", () => {
  it("shows the pages it has, how many there are, and asks for more", async () => {
    const fetchNextPage = jest.fn();
    const cursor = {
      data: { pages: [{ items: PEOPLE, totalAtMost: 10_000 }] },
      isError: false,
      isFetching: false,
      hasNextPage: true,
      isFetchingNextPage: false,
      fetchNextPage,
      refetch: jest.fn(),
    };
    await renderWithTexts(
      <CursorTable label="日志" columns={COLUMNS} rowKey={(row) => row.id} state={cursor} empty={<p>没有</p>} />,
    );
    expect(screen.getByText("超过 10,000 条")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "继续加载（已显示 2 条）" }));
    expect(fetchNextPage).toHaveBeenCalled();
  });
});
