import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { Composer } from "@/components/chat/composer";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useEarlySubmit } from "@/components/ui/use-early-submit";
import { saveDraft } from "@/lib/client/drafts";
import { EARLY_SUBMIT_SCRIPT } from "@/lib/client/early-submit-script";
import { loadMessages } from "@/lib/i18n/messages";

// Both servers' builds of React want a TextEncoder, which this page has not.
const renderToString = async (page: ReactNode): Promise<string> => {
  const { TextEncoder } = await import("node:util");
  Object.assign(globalThis, { TextEncoder });
  return (await import("react-dom/server")).renderToString(page);
};

/** The page as the server sends it, with something typed into its fields, coming alive. */
async function hydrated(page: ReactNode, typed: Record<string, string>, before: () => void = () => undefined) {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = await renderToString(page);
  for (const [label, text] of Object.entries(typed)) screen.getByLabelText<HTMLInputElement>(label).value = text;
  before();
  await act(async () => void hydrateRoot(root, page));
}

function Form() {
  const [values, setValues] = useState({ account: "", note: "" });
  const [count, setCount] = useState(0);
  return (
    <>
      <Input
        aria-label="account"
        value={values.account}
        onChange={({ target }) => setValues((now) => ({ ...now, account: target.value }))}
      />
      <Textarea
        aria-label="note"
        value={values.note}
        onChange={({ target }) => setValues((now) => ({ ...now, note: target.value }))}
      />
      <button type="button" onClick={() => setCount(count + 1)}>
        {`${values.account} ${values.note} ${count}`}
      </button>
    </>
  );
}

afterEach(() => {
  document.body.innerHTML = "";
  localStorage.clear();
});

it("what was typed before the page came alive stays in its field, and is known", async () => {
  await hydrated(<Form />, { account: "chen", note: "first words" });
  await userEvent.click(screen.getByRole("button"));
  expect(screen.getByLabelText("account")).toHaveValue("chen");
  expect(screen.getByLabelText("note")).toHaveValue("first words");
  expect(screen.getByRole("button")).toHaveTextContent("chen first words 1");
});

function Entry({ onEnter }: { onEnter: (account: string) => void }) {
  const [account, setAccount] = useState("");
  const form = useRef<HTMLFormElement>(null);
  useEarlySubmit(form, () => form.current?.requestSubmit());
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onEnter(account);
  };
  return (
    <form ref={form} onSubmit={handleSubmit}>
      <Input aria-label="account" value={account} onChange={({ target }) => setAccount(target.value)} />
      <button type="submit">Enter</button>
    </form>
  );
}

it("a form that is sent before the page came alive does not go out by itself, and is sent with what it holds", async () => {
  // This page runs no scripts of its own.
  new Function(EARLY_SUBMIT_SCRIPT)();
  const entered: string[] = [];
  const leftBy: boolean[] = [];
  const watch = (event: Event) => leftBy.push(event.defaultPrevented);
  document.addEventListener("submit", watch);
  await hydrated(<Entry onEnter={(account) => entered.push(account)} />, { account: "chen" }, () => {
    screen.getByRole("button").click();
    expect(leftBy).toEqual([true]);
    expect(entered).toEqual([]);
  });
  await waitFor(() => expect(entered).toEqual(["chen"]));
  document.removeEventListener("submit", watch);
});

it("a question that was begun before the page came alive goes behind its draft", async () => {
  const { chat } = await loadMessages("en_US");
  saveDraft("chat:1", "From yesterday.");
  const nothing = () => undefined;
  await hydrated(
    <NextIntlClientProvider locale="en-GB" messages={{ chat }}>
      <Composer
        draft="chat:1"
        max={2000}
        placeholder=""
        isAnswering={false}
        isSending={false}
        onSend={async () => undefined}
        onStop={nothing}
      />
    </NextIntlClientProvider>,
    { [chat.composer.label]: "From today." },
  );
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveValue("From yesterday.\nFrom today."));
});

it("a question that was sent before the page came alive is sent, without the line break of its Enter", async () => {
  new Function(EARLY_SUBMIT_SCRIPT)();
  const { chat } = await loadMessages("en_US");
  const sent: string[] = [];
  const enter = (more: KeyboardEventInit = {}) =>
    screen
      .getByRole("textbox")
      .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...more }));
  await hydrated(
    <NextIntlClientProvider locale="en-GB" messages={{ chat }}>
      <Composer
        draft="chat:2"
        max={2000}
        placeholder=""
        isAnswering={false}
        isSending={false}
        onSend={async (text) => void sent.push(text)}
        onStop={() => undefined}
      />
    </NextIntlClientProvider>,
    { [chat.composer.label]: "At once?" },
    () => {
      // Another line, and the end of a composition, are none of ours.
      expect(enter({ shiftKey: true })).toBe(true);
      expect(enter({ isComposing: true })).toBe(true);
      expect(enter()).toBe(false);
    },
  );
  await waitFor(() => expect(sent).toEqual(["At once?"]));
  expect(screen.getByRole("textbox")).toHaveValue("");
});
