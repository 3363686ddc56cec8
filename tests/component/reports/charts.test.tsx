import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BarList } from "@/components/charts/bar-list";
import { ChartCard } from "@/components/charts/chart-card";
import { runsOf } from "@/components/charts/marks";
import type { ChartData } from "@/components/charts/types";
import { renderWithTexts } from "@/tests/factories/render";

const data: ChartData = {
  points: ["2026-11-01", "2026-11-02", "2026-11-03"].map((key, index) => ({
    key,
    axis: `11/${index + 1}`,
    label: `Day ${index + 1}`,
  })),
  series: [
    { key: "input", label: "Input", color: 1, values: [5, null, 1200] },
    { key: "output", label: "Output", color: 2, values: [1, 0, 300] },
  ],
  exact: (value) => value.toLocaleString("en"),
  axis: String,
  whole: true,
};

async function show(more: Partial<Parameters<typeof ChartCard>[0]> = {}) {
  const picked: string[] = [];
  await renderWithTexts(
    <ChartCard
      title="Trend"
      unit="Tokens"
      periodLabel="Period"
      data={data}
      kind="bars"
      pickHint="Enter opens"
      onPick={(key) => picked.push(key)}
      {...more}
    />,
    "en_US",
  );
  return { user: userEvent.setup(), picked, chart: () => screen.getByRole("slider", { name: "Trend" }) };
}

describe("a chart", () => {
  it("is one stop of the keyboard; arrows move its cursor and every value is told", async () => {
    const { user, chart, picked } = await show();
    // Past the switch to the table.
    await user.tab();
    await user.tab();
    expect(chart()).toHaveFocus();
    await user.keyboard("{ArrowLeft}");
    expect(chart()).toHaveAttribute("aria-valuetext", "Day 2: Input –, Output 0");
    await user.keyboard("{Home}");
    expect(chart()).toHaveAttribute("aria-valuetext", "Day 1: Input 5, Output 1");
    expect(chart()).toHaveAttribute("aria-valuenow", "0");
    await user.keyboard("{ArrowLeft}{End}");
    expect(chart()).toHaveAttribute("aria-valuetext", "Day 3: Input 1,200, Output 300");
    expect(screen.getByText("1,500")).toBeInTheDocument();
    await user.keyboard("{Enter}");
    expect(picked).toEqual(["2026-11-03"]);
    expect(chart()).toHaveAttribute("aria-description", "Enter opens");
  });

  it("forgets its cursor when it is left", async () => {
    const { user, chart } = await show();
    await user.click(chart());
    expect(screen.getByText("Day 1")).toBeInTheDocument();
    await user.tab();
    expect(screen.queryByText("Day 1")).not.toBeInTheDocument();
  });

  it("opens nothing where nothing can be opened", async () => {
    const { user, chart } = await show({ onPick: undefined });
    await user.click(chart());
    await user.keyboard("{Enter}");
    expect(chart()).not.toHaveAttribute("aria-description");
  });

  it("is a table on demand, the latest first, and back", async () => {
    const { user, chart } = await show();
    await user.click(screen.getByRole("button", { name: "Show as table" }));
    const rows = within(screen.getByRole("table", { name: "Trend" })).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual(["PeriodInputOutput", "Day 31,200300", "Day 2–0", "Day 151"]);
    expect(screen.queryByRole("slider")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Show as chart" }));
    expect(chart()).toBeInTheDocument();
  });

  it("names unit and series and offers its data as a file", async () => {
    let exported = 0;
    const { user } = await show({ kind: "lines", onExport: () => exported++ });
    expect(screen.getByText("Tokens")).toBeInTheDocument();
    expect(screen.getByText("Output")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Export this chart’s data" }));
    expect(exported).toBe(1);
  });

  it("stands without any period", async () => {
    const { user, chart } = await show({ data: { ...data, points: [], series: [{ ...data.series[0]!, values: [] }] } });
    await user.click(chart());
    expect(chart()).toHaveAttribute("aria-valuetext", "");
  });
});

describe("parts of charts", () => {
  it("break a line where nothing was measured", () => {
    expect(runsOf([1, 2, null, 3, null, null, 4, 5])).toEqual([[0, 1], [3], [6, 7]]);
    expect(runsOf([null])).toEqual([]);
  });

  it("list names with values, and links where they lead", async () => {
    await renderWithTexts(
      <BarList
        rows={[
          { key: "a", label: "Alpha", value: 10, text: "10 M", href: "/a" },
          { key: "rest", label: "2 others", value: 99, text: "99 M", isRest: true },
        ]}
      />,
      "en_US",
    );
    expect(screen.getByRole("link", { name: "Alpha" })).toHaveAttribute("href", "/a");
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Alpha10 M", "2 others99 M"]);
  });
});
