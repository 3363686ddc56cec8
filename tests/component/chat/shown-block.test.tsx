import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AnswerDoorsContext } from "@/components/chat/answer-doors";
import { ShownBlock } from "@/components/chat/shown-block";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { preloadMessages } from "@/components/common/lazy-messages";
import type { ToolPart } from "@/lib/stream/parts";
import { renderWithTexts } from "@/tests/factories/render";

const FORM = {
  title: "Your trip",
  fields: [
    { name: "city", label: "City", type: "text", required: true },
    { name: "nights", label: "Nights", type: "number" },
    { name: "late", label: "Late arrival", type: "switch" },
  ],
};
const part = (name: string, input: unknown, more: Partial<ToolPart> = {}): ToolPart => ({
  ...{ type: "tool", callId: "call-1", name, input, state: "done", output: "shown" },
  ...more,
});

beforeAll(async () => {
  preloadMessages("en_US", ["chat-more", "validation"]);
  preloadMessages("en_US", ["chat-more"]);
  await new Promise((resolve) => setTimeout(resolve, 100));
});

async function show(tool: ToolPart, { isOpen = true } = {}) {
  const onSend = jest.fn(async (_words: string) => undefined);
  await renderWithTexts(
    <AnswerDoorsContext value={{ hasSpeech: false, onSend }}>
      <LazyBoundary>
        <ShownBlock tool={tool} isOpen={isOpen} />
      </LazyBoundary>
    </AnswerDoorsContext>,
    "en_US",
  );
  return onSend;
}

it("a form is filled in by keyboard and sent as a message, once what it needs is there", async () => {
  const user = userEvent.setup();
  const onSend = await show(part("show_form", FORM));
  const city = await screen.findByRole("textbox", { name: /City/ });
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(onSend).not.toHaveBeenCalled();
  expect(city).toHaveAttribute("aria-invalid", "true");
  await user.type(city, "Shanghai");
  await user.tab();
  await user.keyboard("2{Enter}");
  await waitFor(() => expect(onSend).toHaveBeenCalledWith("City: Shanghai\nNights: 2\nLate arrival: No"));
});

it("one that was answered, or is another's, is only read", async () => {
  await show(part("show_form", FORM), { isOpen: false });
  expect(await screen.findByText("City")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

it("cards lead elsewhere by https alone, and load no foreign picture", async () => {
  const picture = { src: "https://example.org/spy.png", alt: "A hotel" };
  await show(
    part("show_cards", {
      cards: [{ title: "Hotel", picture, links: [{ label: "Book", url: "https://example.org/" }] }],
    }),
  );
  expect(await screen.findByRole("link", { name: "Book" })).toHaveAttribute("rel", "noopener noreferrer nofollow");
  expect(screen.queryByRole("img")).toBeNull();
});

it.each([
  ["show_cards", { cards: [{ title: "x", links: [{ label: "x", url: "http://example.org/" }] }] }],
  ["show_cards", { cards: [{ title: "x", links: [{ label: "x", url: "javascript:alert(1)" }] }] }],
  ["show_form", { title: "x", fields: [] }],
])("%s of %j is told as a call", async (name, input) => {
  await show(part(name, input));
  expect(await screen.findByRole("region", { name: /^Tool: (Cards|Form)$/ })).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});
