import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { ChipText } from "@/components/common/chip-text";
import { partsOf } from "@/lib/features/apps/workflow/values";

let text = "";
function Field({ first, max = 100, isMultiline = true }: { first: string; max?: number; isMultiline?: boolean }) {
  const [value, setValue] = useState(first);
  text = value;
  return (
    <>
      <span id="label">Prompt</span>
      <ChipText
        id="it"
        value={value}
        onChange={setValue}
        piecesOf={partsOf}
        chipOf={(mark) => <b>{mark.toUpperCase()}</b>}
        labelledBy="label"
        isMultiline={isMultiline}
        max={max}
      />
    </>
  );
}
const field = () => screen.getByRole("textbox", { name: "Prompt" });
function show(first: string, more: { max?: number; isMultiline?: boolean } = {}) {
  render(<Field first={first} {...more} />);
  field().focus();
}
/** Puts the caret behind so much of what is shown at a child of the field. */
const caretAt = (child: number, at: number) => {
  const node = field().childNodes[child]!;
  window.getSelection()!.collapse(node, at);
  fireEvent.keyUp(field(), { key: "Shift" });
};
const end = () => caretAt(field().childNodes.length - 1, field().lastChild!.textContent!.length);

it("shows names within the text, and hands plain text on", async () => {
  show("About {{start.topic}} and {{user.name}}");
  expect(field()).toHaveTextContent("About START.TOPIC and USER.NAME");
  end();
  await userEvent.keyboard(" now");
  expect(text).toBe("About {{start.topic}} and {{user.name}} now");
});

it("takes a name as one letter, with the keys", async () => {
  show("a {{x.y}}{{z}}");
  end();
  await userEvent.keyboard("{Backspace}");
  expect(text).toBe("a {{x.y}}");
  await userEvent.keyboard("{ArrowLeft}b");
  expect(text).toBe("a b{{x.y}}");
  await userEvent.keyboard("{Delete}");
  expect(text).toBe("a b");
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(text).toBe("a b{{x.y}}");
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  expect(text).toBe("a b");
});

it("makes a name of what is typed or pasted whole, and copies it as it is written", async () => {
  show("");
  await userEvent.keyboard("{{{{x.y}}");
  expect(text).toBe("{{x.y}}");
  expect(field().querySelector("b")).toHaveTextContent("X.Y");
  const pasted = { getData: () => " and\r\n<b>{{z}}</b>" };
  fireEvent.paste(field(), { clipboardData: pasted });
  expect(text).toBe("{{x.y}} and\n<b>{{z}}</b>");
  window.getSelection()!.selectAllChildren(field());
  const copied = { setData: jest.fn() };
  fireEvent.copy(field(), { clipboardData: copied });
  expect(copied.setData).toHaveBeenCalledWith("text/plain", text);
  fireEvent.cut(field(), { clipboardData: copied });
  expect(text).toBe("");
});

it("keeps to its length and its line", async () => {
  show("12345678", { max: 10, isMultiline: false });
  end();
  fireEvent.paste(field(), { clipboardData: { getData: () => "a\nbc" } });
  expect(text).toBe("12345678a ");
  await userEvent.keyboard("x");
  expect(text).toBe("12345678a ");
  await userEvent.keyboard("{Backspace}{Enter}");
  expect(text).toBe("12345678a");
});
