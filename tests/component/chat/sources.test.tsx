import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SafeMarkdown } from "@/components/chat/markdown";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { withUncitedMarks } from "@/components/chat/sources/mark-text";
import { Sourced } from "@/components/chat/sources/sourced";
import type { Citation, ResolvedCitation } from "@/lib/citations/dto";
import { resolvedQuery } from "@/lib/features/reader/hooks";
import type { GroundednessData } from "@/lib/stream/parts";
import { renderWithTexts } from "@/tests/factories/render";

const citation = (id: number, number: number, more: Partial<Citation> = {}): Citation => ({
  id,
  number,
  fileId: "f",
  versionId: "v",
  fileName: `file ${number}.pdf`,
  format: "pdf",
  parser: 1,
  place: { kind: "page", part: number + 2 },
  from: 0,
  to: 5,
  quote: `words of ${number}`,
  quoteHash: "h",
  supported: null,
  ...more,
});
const CITATIONS = [citation(1, 1), citation(2, 2), citation(3, 1, { unsure: true })];
const TEXT = "The rate is 600[^c1]. It rises[^c2][^c3], `code[^c1]`. Nobody says why.";

async function show({
  gone = [] as number[],
  unsupported = [] as number[],
  isRunning = false,
  ...more
}: {
  gone?: number[];
  unsupported?: number[];
  isRunning?: boolean;
  unchecked?: number[];
  doubts?: GroundednessData["doubts"];
  uncited?: string[];
} = {}) {
  const client = new QueryClient();
  client.setQueryData(
    resolvedQuery(CITATIONS).queryKey,
    new Map(
      CITATIONS.map(({ id }) => [id, { state: gone.includes(id) ? "gone" : "exact" } as ResolvedCitation] as const),
    ),
  );
  const open = jest.fn();
  const support = { cited: 3, supported: 3 - unsupported.length, unsupported, judgedBy: "words" as const, ...more };
  await renderWithTexts(
    <QueryClientProvider client={client}>
      <SourceSelectionContext value={{ active: { owner: "a", id: 2 }, open, openVersion: jest.fn() }}>
        <Sourced owner="a" citations={CITATIONS} support={isRunning ? null : support} isRunning={isRunning}>
          <SafeMarkdown text={withUncitedMarks(TEXT, more.uncited ?? [])} hasMarks />
        </Sourced>
      </SourceSelectionContext>
    </QueryClientProvider>,
    "en_US",
  );
  return open;
}

const mark = (number: number) => screen.getAllByRole("button", { name: new RegExp(`^Source ${number}: `) });

describe("a text with sources", () => {
  it("has a button for each mark and a chip for each number", async () => {
    await show();
    expect(mark(1)).toHaveLength(2);
    expect(mark(2)).toHaveLength(1);
    const chips = within(screen.getByRole("list", { name: "Sources" })).getAllByRole("button");
    expect(chips.map(({ textContent }) => textContent?.[0])).toEqual(["1", "2"]);
    expect(screen.getByText("code[^c1]")).toBeInTheDocument();
  });

  it("opens the citation that was clicked and shows which one is open", async () => {
    const open = await show();
    expect(mark(2)[0]).toHaveAttribute("aria-pressed", "true");
    expect(mark(1)[0]).toHaveAttribute("aria-pressed", "false");
    await userEvent.click(mark(1)[1] as HTMLElement);
    expect(open).toHaveBeenCalledWith("a", expect.any(Array), 3);
  });

  it("says in words which sentence its passage does not bear out", async () => {
    await show({ unsupported: [2] });
    expect(mark(2)[0]).toHaveAccessibleName(/not supported/);
    expect(screen.getByText(/^2 of 3 cited sentences are supported/)).toBeInTheDocument();
  });

  it("says of a sentence that it has no source", async () => {
    await show({ uncited: ["Nobody says why."] });
    expect(screen.getByText("no source found")).toHaveAttribute("data-tooltip", expect.stringContaining("Check it"));
    expect(screen.getByText(/1 sentence has no source\. Judged/)).toBeInTheDocument();
    expect(mark(1)).toHaveLength(2);
  });

  it("names the words its passage does not say", async () => {
    await show({ unsupported: [2], doubts: [{ id: 2, kind: "word", text: "Berlin" }] });
    await userEvent.hover(mark(2)[0] as HTMLElement);
    expect(await screen.findByText("The passage does not say “Berlin” there.")).toBeInTheDocument();
  });

  it("says of a passage in another language that it was not checked", async () => {
    await show({ unchecked: [2] });
    await userEvent.hover(mark(2)[0] as HTMLElement);
    expect(await screen.findByText(/^Not checked/)).toBeInTheDocument();
    expect(mark(2)[0]).not.toHaveAccessibleName(/not supported/);
  });

  it("says of words that were recognised with little certainty that they may be wrong", async () => {
    await show();
    await userEvent.hover(mark(1)[1] as HTMLElement);
    expect(await screen.findByText(/^These words were recognised in a picture/)).toBeInTheDocument();
  });

  it("tells nothing of a source that is gone", async () => {
    await show({ gone: [2] });
    expect(screen.queryByText(/file 2\.pdf/)).toBeNull();
    expect(screen.queryAllByRole("button", { name: /^Source 2/ })).toHaveLength(0);
    expect(screen.getAllByText("Source removed").length).toBeGreaterThan(0);
  });

  it("shows marks while it arrives, and chips when it is whole", async () => {
    await show({ isRunning: true });
    expect(mark(1)).toHaveLength(2);
    expect(screen.queryByRole("list", { name: "Sources" })).toBeNull();
  });
});
