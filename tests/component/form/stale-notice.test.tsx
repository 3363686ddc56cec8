import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider } from "react-hook-form";
import { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { FormFailure } from "@/components/form/form-failure";
import { SelectField } from "@/components/form/select-field";
import { StaleNotice } from "@/components/form/stale-notice";
import { TextField } from "@/components/form/text-field";
import { useStaleRecord } from "@/components/form/use-stale-record";
import { useZodForm } from "@/components/form/use-zod-form";
import { ApiError } from "@/lib/client/api-error";
import { renderWithTexts } from "@/tests/factories/render";

const schema = z.object({
  name: z.string(),
  kind: z.enum(["one", "two"]),
  enabled: z.boolean(),
  secret: z.string(),
  tags: z.array(z.string()),
});
type Values = z.infer<typeof schema>;
const OPENED: Values = { name: "Support", kind: "one", enabled: false, secret: "", tags: ["a"] };

function Form({ onSave }: { onSave: (body: Values & { revision?: string }) => Promise<void> }) {
  const form = useZodForm(schema, OPENED);
  const stale = useStaleRecord(form, {
    revision: "old",
    toValues: (current) => ({ ...OPENED, ...current }) as Values,
  });
  const save = form.handleSubmit(async (values) => {
    await onSave({ ...values, revision: stale.revision() }).catch(stale.take);
  });
  return (
    <FormProvider {...form}>
      <form onSubmit={save}>
        <StaleNotice stale={stale} isSaving={false} onSave={() => void save()} />
        <TextField name="name" label="Role name" />
        <SelectField
          name="kind"
          label="Kind"
          options={[
            { value: "one", label: "First kind" },
            { value: "two", label: "Second kind" },
          ]}
        />
        <ChoiceField name="enabled" label="Active" />
        <TextField name="secret" label="Key" kind="secret" />
        <FormFailure error={null} />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  );
}

const staleError = (current: object, revision = "new") =>
  new ApiError({
    code: 409,
    data: { error: "staleRecord", current, revision, changedBy: "Li Wei", changedAt: "2026-11-22T08:00:00Z" },
  });

/** Answers each save in turn: with a failure, or with none. */
async function opened(failures: (Error | null)[], locale?: "en_US") {
  const sent: (Values & { revision?: string })[] = [];
  const onSave = async (body: Values & { revision?: string }) => {
    sent.push(body);
    const failure = failures[sent.length - 1];
    if (failure) throw failure;
  };
  await renderWithTexts(<Form onSave={onSave} />, locale);
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
  return { sent, save };
}

describe("the notice of a stale save", () => {
  it("keeps what was entered, takes over what was left alone, and says what differs in the fields' own words", async () => {
    const { sent, save } = await opened([staleError({ name: "Service", kind: "two", tags: ["b"] })], "en_US");
    await userEvent.clear(screen.getByLabelText("Role name"));
    await userEvent.type(screen.getByLabelText("Role name"), "Help desk");
    await userEvent.type(screen.getByLabelText("Key"), "my-new-secret");
    await save();
    const notice = await screen.findByRole("alert");
    await waitFor(() => expect(notice).toHaveFocus());
    expect(notice).toHaveAccessibleName("Someone else has saved changes in the meantime");
    expect(notice).toHaveTextContent(/Li Wei changed it on 22 Nov \d\d:\d\d\./);
    const rows = within(notice).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual([
      "Role nameTheirsServiceYoursHelp desk",
      "KindTheirsSecond kindYoursYou did not change this; their value stays",
    ]);
    // The form has no field for the tags, and a secret is shown to nobody.
    expect(notice).toHaveTextContent("One more value differs");
    expect(notice).not.toHaveTextContent("my-new-secret");
    expect(screen.getByLabelText("Role name")).toHaveValue("Help desk");
    expect(screen.getByLabelText("Key")).toHaveValue("my-new-secret");
    expect(screen.getByRole("combobox", { name: "Kind" })).toHaveTextContent("Second kind");
    expect(sent).toHaveLength(1);
  });

  it("saves over the other only by its own button", async () => {
    const failure = staleError({ name: "Service", kind: "two" });
    const { sent, save } = await opened([failure, failure, null]);
    await userEvent.type(screen.getByLabelText("Role name"), "!");
    await save();
    await screen.findByRole("alert");
    await save();
    await waitFor(() => expect(sent).toHaveLength(2));
    await userEvent.click(await screen.findByRole("button", { name: "保留我的" }));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent.map(({ revision }) => revision)).toEqual(["old", "old", "new"]);
    expect(sent[2]).toMatchObject({ name: "Support!", kind: "two" });
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("takes the other's values when asked to, and the next save begins with them", async () => {
    const { sent, save } = await opened([staleError({ name: "Service", enabled: true }), null]);
    await userEvent.type(screen.getByLabelText("Role name"), "!");
    await save();
    await userEvent.click(await screen.findByRole("button", { name: "采用对方的" }));
    expect(screen.getByLabelText("Role name")).toHaveValue("Service");
    expect(screen.getByRole("checkbox", { name: "Active" })).toBeChecked();
    await save();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ name: "Service", enabled: true, revision: "new" });
  });

  it("leaves every other failure to the form", async () => {
    const { save } = await opened([new ApiError({ code: 500 })]);
    await userEvent.type(screen.getByLabelText("Role name"), "!");
    await save();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(screen.getByLabelText("Role name")).toHaveValue("Support!");
  });
});
