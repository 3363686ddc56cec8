import { QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { BaseVisibilityFields } from "@/components/features/knowledge/visibility/visibility-fields";
import type { SharingForm } from "@/lib/auth/grant-schema";
import { api } from "@/lib/client/api-client";
import { createQueryClient } from "@/lib/client/query-client";
import { CENTER_OFFERS } from "@/lib/config/knowledge-kinds";
import type { Visibility } from "@/lib/config/visibility";
import { renderWithTexts } from "@/tests/factories/render";

let values: SharingForm["grants"] = [];
beforeEach(() => {
  jest
    .spyOn(api, "get")
    .mockImplementation(
      (path: string) =>
        Promise.resolve(
          path === "/knowledge/center/offer"
            ? { offers: CENTER_OFFERS }
            : { items: [{ id: "p1", name: "Ada", detail: "ada" }] },
        ) as never,
    );
});

function Form({ visibility, isOwn = true }: { visibility: Visibility; isOwn?: boolean }) {
  const form = useForm<SharingForm>({ defaultValues: { visibility, grants: [] } });
  values = useWatch({ control: form.control, name: "grants" });
  return (
    <QueryClientProvider client={createQueryClient()}>
      <FormProvider {...form}>
        <BaseVisibilityFields isOwn={isOwn} />
      </FormProvider>
    </QueryClientProvider>
  );
}

const pick = async () => {
  await userEvent.click(screen.getByRole("combobox", { name: /add a person/i }));
  await userEvent.click(await screen.findByRole("option", { name: /ada/i }));
};

it.each([
  ["partial", "view"],
  ["all", "manage"],
] as const)("of a base for %s a person who is added gets the right to %s, and once", async (visibility, right) => {
  await renderWithTexts(<Form visibility={visibility} />, "en_US");
  await pick();
  await pick();
  expect(values).toEqual([{ subjectType: "user", subjectId: "p1", name: "Ada", detail: "ada", right }]);
  await userEvent.click(screen.getByRole("button", { name: "Remove Ada" }));
  expect(values).toEqual([]);
});

it("a base for its owner alone names nobody; to make it that is the owner's", async () => {
  await renderWithTexts(<Form visibility="self" isOwn={false} />, "en_US");
  expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "Only me" })).toBeDisabled();
});
