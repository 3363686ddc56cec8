import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FigureStrip } from "@/components/charts/figure-strip";
import { useFigures } from "@/components/features/knowledge-operations/usage/figures";
import { TopQuestions } from "@/components/features/knowledge-operations/usage/top-questions";
import type { UsageDto, UsageFigures } from "@/lib/features/knowledge-operations/usage-dto";
import type { Locale } from "@/lib/i18n/locales";
import { renderWithTexts } from "@/tests/factories/render";

const now: UsageFigures = {
  ...{ questions: 1204, people: 318, answered: 1108, notFound: 61 },
  ...{ cited: 1000, supported: 941, likes: 286, dislikes: 41, costMicros: 38_600_000 },
};
const previous: UsageFigures = { ...now, questions: 1100, people: 300, answered: 1100, costMicros: 35_500_000 };
const usage = {
  range: { from: "2026-10-22", to: "2026-11-20" },
  before: { from: "2026-09-22", to: "2026-10-21" },
  currency: "CNY",
  now,
  previous,
  readers: 462,
} as UsageDto;

function Strip({ data, onList }: { data: UsageDto; onList: (list: string) => void }) {
  return <FigureStrip items={useFigures(data, { onList, dislikedHref: "/disliked" })} />;
}

async function show(data: UsageDto, locale: Locale) {
  const opened: string[] = [];
  await renderWithTexts(<Strip data={data} onList={(list) => opened.push(list)} />, locale);
  const figure = (label: string) => screen.getByText(label).parentElement!;
  return { opened, figure };
}

describe("figures of use", () => {
  it("say what they count, how they changed, and open their lists", async () => {
    const { opened, figure } = await show(usage, "en_US");
    expect(figure("Questions")).toHaveTextContent(/1,204.*9\.5%.*40 a day/);
    expect(within(figure("Questions")).getByText("up 9.5%")).toBeInTheDocument();
    expect(figure("Askers")).toHaveTextContent(/318.*18.*of 462 with access/);
    expect(figure("Answered")).toHaveTextContent(/92%.*8 pt.*96 without an answer/);
    expect(within(figure("Answered")).getByText("down 8 pt")).toBeInTheDocument();
    expect(figure("Liked")).toHaveTextContent(/87\.5%.*no change/);
    expect(figure("Cost")).toHaveTextContent(/¥38\.60.*¥3\.10.*¥0\.0321 per question/);
    await userEvent.click(within(figure("Questions")).getByRole("button", { name: "1,204" }));
    await userEvent.click(within(figure("Answered")).getByRole("button"));
    expect(opened).toEqual(["questions", "missed"]);
    expect(within(figure("Liked")).getByRole("link")).toHaveAttribute("href", "/disliked");
  });

  it("are not compared with too few, and of nothing there is no share", async () => {
    const none = { ...now, cited: 0, supported: 0, likes: 0, dislikes: 0 };
    const { figure } = await show({ ...usage, now: none, previous: null, readers: null }, "zh_CN");
    expect(figure("提问")).toHaveTextContent("1,204 次日均 40");
    expect(figure("点赞率")).toHaveTextContent(/^点赞率–赞 0 踩 0$/);
    expect(screen.queryByText(/增加|减少|持平/)).not.toBeInTheDocument();
  });
});

it("questions without words are told as a number, and never as a row", async () => {
  const row = { id: "0", base: null, baseId: "b", messageId: "m" };
  const items = [{ ...row, text: "What is the rent?", questions: 8, answered: 4 }];
  const opened: string[] = [];
  await renderWithTexts(
    <TopQuestions top={{ items, closed: { count: 2, questions: 9 } }} onAll={() => opened.push("all")} />,
    "en_US",
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByRole("meter", { name: "What is the rent? 50% answered" })).toBeInTheDocument();
  expect(screen.getByText("2 more questions without words, asked 9 times")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "All" }));
  expect(opened).toEqual(["all"]);
});
