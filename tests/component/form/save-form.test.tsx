import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { z } from "zod";
import { FormDrawer } from "@/components/form/form-drawer";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { ApiError } from "@/lib/client/api-error";
import { toastStore } from "@/lib/client/toast";
import { renderWithTexts } from "@/tests/factories/render";

const schema = z.object({ name: z.string().min(1, "required") });
type Save = (values: { name: string }, revision: string | undefined) => Promise<unknown>;

interface Options {
  explains?: boolean;
  toast?: string | false;
}

function useNames(save: Save, options: Options, onSaved?: (saved: unknown) => void) {
  const form = useZodForm(schema, { name: "" });
  const saving = useSaveForm(form, {
    revision: "one",
    toValues: ({ name }: { name: string }) => ({ name }),
    save,
    onSaved,
    ...options,
  });
  return saving;
}

function Drawer({ save, onClose, ...options }: Options & { save: Save; onClose: () => void }) {
  const saving = useNames(save, options, onClose);
  return (
    <FormDrawer title="Names" saving={saving} onClose={onClose}>
      <TextField name="name" label="Name" />
    </FormDrawer>
  );
}

function InPage({ save }: { save: Save }) {
  const saving = useNames(save, {});
  return (
    <SaveForm saving={saving} aria-label="Names">
      <TextField name="name" label="Name" />
      <FormFailure error={saving.failure} />
      <button type="submit">Save</button>
      <button
        type="button"
        onClick={() => void saving.attempt(() => Promise.reject(refusal({ message: "Not found" })))}
      >
        Try
      </button>
    </SaveForm>
  );
}

const refusal = ({ message, fields }: { message: string; fields?: Record<string, string> }) =>
  new ApiError({ code: 400, message, data: fields ? { fields } : null });

async function drawer(save: Save, options: Options = {}) {
  toastStore.set(null);
  const onClose = jest.fn();
  await renderWithTexts(<Drawer save={save} onClose={onClose} {...options} />, "en_US");
  const enter = async (text: string) => {
    if (text) await userEvent.type(screen.getByLabelText("Name"), text);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
  };
  return { onClose, enter };
}

describe("saving a form", () => {
  it("checks first, sends once with the record's revision, says so and closes", async () => {
    const save = jest.fn<ReturnType<Save>, Parameters<Save>>(async () => ({ revision: "two" }));
    const { onClose, enter } = await drawer(save);
    await enter("");
    expect(save).not.toHaveBeenCalled();
    await enter("Ada");
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(save.mock.calls).toEqual([[{ name: "Ada" }, "one"]]);
    expect(toastStore.get()?.kind).toBe("success");
  });

  it("locks the drawer while it is sent", async () => {
    let done = () => {};
    const { onClose, enter } = await drawer(
      () =>
        new Promise<void>((resolve) => {
          done = resolve;
        }),
    );
    await enter("Ada");
    expect(screen.getByRole("button", { name: "Cancel" })).toBeDisabled();
    await userEvent.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    done();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it("stays open without a toast when nothing was saved", async () => {
    const { onClose, enter } = await drawer(async () => false);
    await enter("Ada");
    await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toBeEnabled());
    expect(onClose).not.toHaveBeenCalled();
    expect(toastStore.get()).toBeNull();
  });

  it("closes without a toast where the screen says it itself", async () => {
    const { onClose, enter } = await drawer(async () => undefined, { toast: false });
    await enter("Ada");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(toastStore.get()).toBeNull();
  });

  it("shows a refusal at its field, and the sentence beside it only where the field does not say why", async () => {
    const failure = refusal({ message: "There is already a price for this time", fields: { name: "nameTaken" } });
    const { enter } = await drawer(() => Promise.reject(failure));
    await enter("Ada");
    await waitFor(() => expect(screen.getByLabelText("Name")).toHaveAccessibleDescription(/./));
    expect(screen.queryByText(/already a price/)).not.toBeInTheDocument();
  });

  it("shows the sentence as well when asked to", async () => {
    const failure = refusal({ message: "There is already a price for this time", fields: { name: "nameTaken" } });
    const { enter } = await drawer(() => Promise.reject(failure), { explains: true });
    await enter("Ada");
    expect(await screen.findByText("There is already a price for this time")).toBeVisible();
    expect(screen.getByLabelText("Name")).toHaveAccessibleDescription(/./);
  });

  it("asks whose values hold when somebody else saved meanwhile", async () => {
    const stale = { error: "staleRecord", current: { name: "Grace" }, revision: "three" };
    const save = jest
      .fn<ReturnType<Save>, Parameters<Save>>()
      .mockRejectedValueOnce(new ApiError({ code: 409, data: stale }))
      .mockResolvedValueOnce(undefined);
    const { onClose, enter } = await drawer(save);
    await enter("Ada");
    await userEvent.click(await screen.findByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(save.mock.calls.map(([, revision]) => revision)).toEqual(["one", "three"]);
  });

  it("goes on with the new revision in a form that stays open, and forgets an old failure", async () => {
    const save = jest.fn<ReturnType<Save>, Parameters<Save>>(async () => ({ revision: "two" }));
    await renderWithTexts(<InPage save={save} />, "en_US");
    await userEvent.click(screen.getByRole("button", { name: "Try" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Not found");
    await userEvent.type(screen.getByLabelText("Name"), "Ada");
    const send = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
    await send();
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    await send();
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls.map(([, revision]) => revision)).toEqual(["one", "two"]);
  });
});
