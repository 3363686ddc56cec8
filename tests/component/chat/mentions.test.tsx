import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Paperclip } from "lucide-react";
import { Composer } from "@/components/chat/composer";
import type { ComposerOffers } from "@/components/chat/mentions/offers";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({ useRouter: () => ({ push: jest.fn(), refresh: jest.fn() }) }));

const FOUND = {
  "/": [{ id: "prompts", kind: "prompt", heading: "Prompts", items: [{ id: "p1", label: "Weekly report" }] }],
  "@": [{ id: "documents", kind: "file", heading: "Documents", items: [{ id: "f1", label: "lease.pdf" }] }],
};

beforeEach(() => {
  window.sessionStorage.clear();
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => undefined;
});

async function open(sign: keyof typeof FOUND = "/", onRecall = jest.fn()) {
  answerCalls({
    "GET /api/palette/mentions": { data: { items: FOUND[sign] } },
    "GET /api/palette/places": { data: { items: [], screens: [] } },
  });
  const onSend = jest.fn().mockResolvedValue(undefined);
  const [prompt, file, attach] = [jest.fn(), jest.fn(), jest.fn()];
  const offers: ComposerOffers = {
    commands: [{ id: "attach", name: "Add files", words: "upload", icon: Paperclip, run: attach }],
    take: { prompt, file },
  };
  await renderWithTexts(
    <QueryClientProvider client={new QueryClient()}>
      <Composer
        draft="chat:offers"
        max={100}
        placeholder="Ask"
        isAnswering={false}
        isSending={false}
        onSend={onSend}
        onStop={() => undefined}
        offers={offers}
        onRecall={onRecall}
      />
    </QueryClientProvider>,
    "en_US",
  );
  return { input: screen.getByRole("textbox"), onSend, prompt, file, attach };
}

const selected = () => screen.findByRole("option", { selected: true });

describe("what a composer offers", () => {
  it("behind a slash: prompts and commands, walked and chosen by keys while the caret stays in the text", async () => {
    const { input, onSend, prompt, attach } = await open();
    await userEvent.type(input, "/");
    expect(await screen.findByRole("option", { name: "Weekly report" })).toHaveAttribute("aria-selected", "true");
    const option = await selected();
    expect(input).toHaveFocus();
    expect(input).toHaveAttribute("aria-activedescendant", option.id);
    expect(input).toHaveAttribute("aria-controls", screen.getByRole("listbox").id);
    await userEvent.keyboard("{ArrowDown}");
    expect(await selected()).toHaveTextContent("Add files");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(prompt).toHaveBeenCalledWith(expect.objectContaining({ id: "p1" }));
    expect(attach).not.toHaveBeenCalled();
    expect(input).toHaveValue("");
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it("behind an at sign: files", async () => {
    const { input, file } = await open("@");
    await userEvent.type(input, "compare @le");
    await userEvent.click(await screen.findByRole("option", { name: "lease.pdf" }));
    expect(file).toHaveBeenCalledWith(expect.objectContaining({ id: "f1" }));
    expect(input).toHaveValue("compare ");
  });

  it("closes on Escape and keeps the text, until another sign is typed", async () => {
    const { input } = await open();
    await userEvent.type(input, "/");
    await selected();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(input).toHaveValue("/");
    await userEvent.type(input, "we");
    expect(screen.queryByRole("listbox")).toBeNull();
    await userEvent.clear(input);
    await userEvent.type(input, "/");
    expect(await selected()).toBeVisible();
  });

  it("leaves every key to an input method that composes", async () => {
    const { input, prompt, onSend } = await open();
    await userEvent.type(input, "/");
    await selected();
    fireEvent.compositionStart(input);
    fireEvent.keyDown(input, { key: "Enter", isComposing: true });
    fireEvent.keyDown(input, { key: "ArrowDown", isComposing: true });
    expect(prompt).not.toHaveBeenCalled();
    expect(onSend).not.toHaveBeenCalled();
    expect(await selected()).toHaveTextContent("Weekly report");
    fireEvent.compositionEnd(input);
  });

  it("sends what nothing fits", async () => {
    const { input, onSend } = await open();
    await userEvent.type(input, "/nothing like it");
    await waitFor(() => expect(screen.queryAllByRole("option")).toEqual([]));
    await userEvent.keyboard("{Enter}");
    expect(onSend).toHaveBeenCalledWith("/nothing like it");
  });
});

it("arrow up in an empty composer asks for the last question, and in a text moves the caret", async () => {
  const onRecall = jest.fn();
  const { input } = await open("/", onRecall);
  await userEvent.type(input, "a{ArrowUp}");
  expect(onRecall).not.toHaveBeenCalled();
  await userEvent.clear(input);
  await userEvent.type(input, "{ArrowUp}");
  expect(onRecall).toHaveBeenCalledTimes(1);
});
