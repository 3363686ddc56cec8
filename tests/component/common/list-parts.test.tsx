import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Folder } from "lucide-react";
import { useState } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import { pagedList } from "@/components/common/data-table/paged-list";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { FolderList, FolderMenu, FolderRow } from "@/components/common/folder-list";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { PanelState, QueryState } from "@/components/common/query-state";
import { RunHistory } from "@/components/common/run-history";
import { SpanFilter } from "@/components/common/span-filter";
import { useAddressState } from "@/components/common/use-address-state";
import { addressCodec, beside, descending, oneOf, page, pageSize, words } from "@/lib/client/address";
import { renderWithTexts } from "@/tests/factories/render";

const address = addressCodec<{
  keyword: string;
  page: number;
  pageSize: number;
  sort: "name" | "size";
  descending: boolean;
}>({
  keyword: words(),
  page: page(),
  pageSize: pageSize(),
  sort: beside(oneOf("sort", ["name", "size"], "name")),
  descending: descending(),
});
const state = { isPending: false, isError: false, isFetching: false, refetch: () => undefined };
const columns = [
  { key: "name", header: "Name", sortable: true, cell: (row: { id: string }) => row.id },
  { key: "size", header: "Size", sortable: true, hideable: true, cell: () => "7" },
];

function List({ total }: { total: number }) {
  const [filter, change] = useAddressState(address.read({ q: "a" }), address.query);
  const { hidden, choice } = useHiddenColumns(columns, new Set(["size"]));
  const items = Array.from({ length: Math.min(total, 20) }, (_, at) => ({ id: `row ${at}` }));
  return (
    <>
      {choice}
      <DataTable
        label="Things"
        columns={columns}
        hidden={hidden}
        rowKey={(row) => row.id}
        state={{ ...state, data: { items, total } }}
        {...pagedList(address, filter, (patch) => change({ page: 1, ...patch }))}
        empty="nothing yet"
      />
    </>
  );
}

describe("a list whose filter stands in the address", () => {
  beforeEach(() => window.history.replaceState(null, "", "/things?q=a"));

  it("writes page and order there, and another order begins at its first page", async () => {
    await renderWithTexts(<List total={60} />, "en_US");
    await userEvent.click(screen.getByRole("button", { name: "Page 2" }));
    expect(window.location.search).toBe("?q=a&page=2");
    await userEvent.click(screen.getByRole("button", { name: /Name/ }));
    expect(window.location.search).toBe("?q=a&order=asc");
  });

  it("offers to clear filters where nothing is found, which empties the address", async () => {
    await renderWithTexts(<List total={0} />, "en_US");
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(window.location.pathname + window.location.search).toBe("/things");
    expect(screen.getByText("nothing yet")).toBeVisible();
  });

  it("shows a column that stood aside when it is asked for", async () => {
    await renderWithTexts(<List total={3} />, "en_US");
    expect(screen.queryByRole("columnheader", { name: "Size" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Size" }));
    expect(screen.getByRole("columnheader", { name: "Size", hidden: true })).toBeInTheDocument();
  });
});

function Span({ onChange }: { onChange: (patch: object) => void }) {
  const [value, setValue] = useState("30");
  return (
    <SpanFilter
      labels={{ span: "Period", from: "From", to: "To" }}
      value={value}
      usual="30"
      options={[
        { value: "30", label: "30 days" },
        { value: "7", label: "7 days" },
        { value: "custom", label: "My own" },
      ]}
      days={{}}
      onChange={(patch) => {
        onChange(patch);
        setValue(patch.span || "30");
      }}
    />
  );
}

describe("a filter by time", () => {
  it("leaves the usual span out, asks for days only of one's own, and drops them with another span", async () => {
    const onChange = jest.fn();
    await renderWithTexts(<Span onChange={onChange} />, "en_US");
    const pick = async (name: string) => {
      await userEvent.click(screen.getByRole("button", { name: /Period/ }));
      await userEvent.click(await screen.findByRole("menuitemradio", { name }));
    };
    expect(screen.queryByLabelText("From")).not.toBeInTheDocument();
    await pick("My own");
    await userEvent.type(await screen.findByLabelText("From"), "2026-11-20");
    expect(onChange).toHaveBeenLastCalledWith({ span: "custom", from: "2026-11-20" });
    await pick("7 days");
    expect(onChange).toHaveBeenLastCalledWith({ span: "7", from: "", to: "" });
    await pick("30 days");
    expect(onChange).toHaveBeenLastCalledWith({ span: "", from: "", to: "" });
  });
});

describe("folders", () => {
  it("are links or buttons, say which is shown, and are renamed and deleted by their menu", async () => {
    const [onShow, onRename, onRemove, onCreate] = [jest.fn(), jest.fn(), jest.fn(), jest.fn()];
    const menu = <FolderMenu label="More for Mine" rename="Rename" remove="Delete" {...{ onRename, onRemove }} />;
    await renderWithTexts(
      <FolderList heading="Folders" create="New folder" isFull={false} onCreate={onCreate} failure="Not loaded">
        <FolderRow icon={Folder} label="All" count={3} isCurrent to="/all" />
        <FolderRow icon={Folder} label="Mine" count={1} isCurrent={false} to={onShow} menu={menu} />
      </FolderList>,
      "en_US",
    );
    const list = within(screen.getByRole("region", { name: "Folders" }));
    expect(list.getByText("Not loaded")).toBeVisible();
    expect(list.getByRole("link", { name: "All 3" })).toHaveAttribute("aria-current", "page");
    await userEvent.click(list.getByRole("button", { name: "Mine 1" }));
    await userEvent.click(list.getByRole("button", { name: "New folder" }));
    await userEvent.click(list.getByRole("button", { name: "More for Mine" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    expect([onShow, onRemove, onCreate].map((heard) => heard.mock.calls.length)).toEqual([1, 1, 1]);
    expect(onRename).not.toHaveBeenCalled();
  });
});

describe("what stands for an answer that is not there", () => {
  const failed = (data?: object) => ({ data, isPending: false, isError: true, refetch: jest.fn() });

  it.each([
    ["a block", QueryState],
    ["a panel", PanelState],
  ])("offers another try in %s, but not over rows that are shown", async (_, Part) => {
    const query = failed();
    const view = await renderWithTexts(<Part query={query} />, "en_US");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(query.refetch).toHaveBeenCalledTimes(1);
    view.rerenderWithTexts(<Part query={failed({})} />);
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  });

  it("says in a drawer that the record comes, or what became of it", async () => {
    const onClose = jest.fn();
    const drawer = (isError: boolean) => (
      <LoadingDrawer title="Person" isError={isError} gone="This person is gone" onClose={onClose} />
    );
    const view = await renderWithTexts(drawer(false), "en_US");
    expect(screen.getByRole("status", { name: "Person" })).toBeInTheDocument();
    view.rerenderWithTexts(drawer(true));
    expect(screen.getByRole("alert")).toHaveTextContent("This person is gone");
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

it("opens a run of a history by its row", async () => {
  const onOpen = jest.fn();
  await renderWithTexts(
    <RunHistory
      label="Runs"
      columns={columns}
      query={{ ...state, data: { items: [{ id: "first" }, { id: "second" }], total: 2 } }}
      paging={{ page: 1, pageSize: 10, onPageChange: () => undefined }}
      onOpen={onOpen}
      empty={{ title: "None yet", description: "" }}
    />,
    "en_US",
  );
  await userEvent.click(screen.getByText("second"));
  expect(onOpen).toHaveBeenCalledWith("second");
});
