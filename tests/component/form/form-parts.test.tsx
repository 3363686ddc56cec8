import { fireEvent, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { z } from "zod";
import { SearchInput } from "@/components/common/search-input";
import { useStoppable } from "@/components/common/use-stoppable";
import { FormDialog } from "@/components/form/form-dialog";
import { usePictureUpload } from "@/components/form/picture-upload";
import { TagField } from "@/components/form/tag-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { ApiError, RequestCancelled } from "@/lib/client/api-error";
import { useSaveKey } from "@/lib/client/use-save-key";
import { renderWithTexts } from "@/tests/factories/render";

const texts = {
  add: "Add role",
  remove: (name: string) => `Remove ${name}`,
  search: "Search roles",
  none: "None",
  notYours: "Not yours",
};
const tags = [
  { id: "a", label: "Reader", mayAdd: true },
  { id: "b", label: "Editor", mayAdd: false },
  { id: "c", label: "Owner", mayAdd: true, mayRemove: false },
];

function Chosen() {
  return <output>{useWatch({ name: "roles" }).join()}</output>;
}

function Tags() {
  const form = useZodForm(z.object({ roles: z.array(z.string()) }), { roles: ["c"] });
  return (
    <FormProvider {...form}>
      <TagField name="roles" label="Roles" tags={tags} texts={texts} />
      <Chosen />
    </FormProvider>
  );
}

describe("a field of tags", () => {
  it("adds what the person may give, keeps what they may not take, and finds by a word", async () => {
    await renderWithTexts(<Tags />, "en_US");
    expect(screen.queryByRole("button", { name: "Remove Owner" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Roles: Add role" }));
    expect(screen.getByRole("checkbox", { name: "Editor" })).toBeDisabled();
    expect(screen.getByText("Not yours")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "Owner" })).toBeDisabled();
    await userEvent.type(screen.getByRole("searchbox", { name: "Search roles" }), "read");
    expect(screen.queryByRole("checkbox", { name: "Editor" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("checkbox", { name: "Reader" }));
    expect(screen.getByRole("status")).toHaveTextContent("c,a");
    await userEvent.keyboard("{Escape}");
    await userEvent.click(await screen.findByRole("button", { name: "Remove Reader" }));
    expect(screen.getByRole("status")).toHaveTextContent("c");
  });
});

function NameDialog({ save, instead }: { save: () => Promise<void>; instead?: string }) {
  const form = useZodForm(z.object({ name: z.string().min(1, "required") }), { name: "" });
  const saving = useSaveForm(form, { save, toast: false });
  return (
    <FormDialog title="Your account" saving={saving} submit="Link" onClose={() => undefined} instead={instead}>
      <TextField name="name" label="Name" />
    </FormDialog>
  );
}

describe("a dialog with a form", () => {
  it("sends its form by its button and says why it could not, without sending a form around it", async () => {
    const onOuter = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const save = jest.fn().mockRejectedValue(new ApiError({ code: 400, message: "Somebody has it" }));
    await renderWithTexts(
      <form onSubmit={onOuter}>
        <NameDialog save={save} />
      </form>,
      "en_US",
    );
    await userEvent.click(screen.getByRole("button", { name: "Link" }));
    expect(save).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText("Name"), "Ada{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("Somebody has it");
    expect(onOuter).not.toHaveBeenCalled();
  });

  it("cannot be sent while there is nothing to enter", async () => {
    await renderWithTexts(<NameDialog save={jest.fn()} instead="Nothing to choose" />, "en_US");
    expect(screen.getByText("Nothing to choose")).toBeVisible();
    expect(screen.getByRole("button", { name: "Link" })).toBeDisabled();
  });
});

function Picture({ upload }: { upload: (file: File) => Promise<unknown> }) {
  const picture = usePictureUpload({ max: 4, accept: ["image/png"], wrongType: "No picture", upload });
  return (
    <>
      {picture.input}
      <p role="status">{picture.failure}</p>
    </>
  );
}

describe("a picture that is sent when it is chosen", () => {
  it("refuses other kinds and large files itself, and says what the server said", async () => {
    const upload = jest.fn().mockRejectedValueOnce(new ApiError({ code: 400, message: "Not readable" }));
    const { container } = await renderWithTexts(<Picture upload={upload} />, "en_US");
    const choose = (text: string, type: string) =>
      fireEvent.change(container.querySelector("input") as HTMLInputElement, {
        target: { files: [new File([text], "a", { type })] },
      });
    choose("a", "text/plain");
    expect(screen.getByRole("status")).toHaveTextContent("No picture");
    choose("12345", "image/png");
    expect(screen.getByRole("status")).not.toHaveTextContent("No picture");
    expect(screen.getByRole("status")).not.toBeEmptyDOMElement();
    expect(upload).not.toHaveBeenCalled();
    choose("1234", "image/png");
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Not readable"));
    choose("1", "image/png");
    await waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());
  });
});

it("tells a search its words", async () => {
  const onChange = jest.fn();
  await renderWithTexts(<SearchInput label="Search" value="" onChange={onChange} />);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "a");
  expect(onChange).toHaveBeenCalledWith("a");
});

describe("work a person can stop", () => {
  it("ends without a failure when it is stopped or its part goes, and keeps any other", async () => {
    const { result, unmount } = renderHook(() => useStoppable());
    const signals: AbortSignal[] = [];
    const untilStopped = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signals.push(signal);
        signal.addEventListener("abort", () => reject(new RequestCancelled()));
      });
    act(() => void result.current.start(untilStopped));
    expect(result.current.isRunning).toBe(true);
    await act(async () => result.current.stop());
    expect(result.current).toMatchObject({ isRunning: false, failure: null });
    await act(() => result.current.start(() => Promise.reject(new Error("broken"))));
    expect(result.current.failure).toEqual(new Error("broken"));
    act(() => void result.current.start(untilStopped));
    unmount();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});

describe("the key that saves", () => {
  it("saves in place of the browser's own, with what holds now, and only with Ctrl or ⌘", async () => {
    const [before, now] = [jest.fn(), jest.fn()];
    const { rerender } = renderHook(({ save }) => useSaveKey(save), { initialProps: { save: before } });
    rerender({ save: now });
    const isOurs = (init: KeyboardEventInit) => !fireEvent.keyDown(window, init);
    expect(isOurs({ key: "s" })).toBe(false);
    expect(isOurs({ key: "s", ctrlKey: true })).toBe(true);
    expect(isOurs({ key: "S", metaKey: true })).toBe(true);
    expect(now).toHaveBeenCalledTimes(2);
    expect(before).not.toHaveBeenCalled();
  });
});
