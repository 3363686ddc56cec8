import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ImportDrawer } from "@/components/features/gateway/suppliers/import-drawer";
import { QueryProvider } from "@/lib/client/query-client";
import type { ImportRowDto } from "@/lib/features/gateway/import/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const row = (no: number, more: Partial<ImportRowDto> = {}): ImportRowDto => ({
  row: no,
  name: `Channel ${no}`,
  template: "openai",
  baseUrl: "https://api.openai.com/v1",
  keys: 1,
  added: ["m"],
  joined: [],
  isEnabled: true,
  state: "new",
  failure: null,
  ...more,
});

it("shows channels before it takes those that stay picked, and what became of them", async () => {
  const seen = answerCalls({
    "POST /api/admin/gateway/imports/preview": { data: { items: [row(0), row(1), row(2, { state: "unsupported" })] } },
    "POST /api/admin/gateway/imports": { data: { items: [row(1, { state: "failed", failure: "supplierNameTaken" })] } },
  });
  await renderWithTexts(
    <QueryProvider>
      <ImportDrawer onClose={() => undefined} />
    </QueryProvider>,
    "en_US",
  );
  const user = userEvent.setup();
  expect(screen.getByRole("button", { name: "Preview" })).toBeDisabled();
  await user.click(screen.getByLabelText("Channels"));
  await user.paste("[1]");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  const list = await screen.findByRole("list", { name: "Channels" });
  expect(within(list).getAllByRole("checkbox")).toHaveLength(2);
  expect(within(list).getByText(/cannot be used/)).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "Import Channel 0" }));
  await user.click(screen.getByRole("button", { name: "Import 1 channel" }));
  expect(await screen.findByRole("button", { name: "Done" })).toBeVisible();
  expect(seen.at(-1)).toEqual({ call: "POST /api/admin/gateway/imports", body: { text: "[1]", rows: [1] } });
  expect(screen.queryByLabelText("Channels", { selector: "textarea" })).not.toBeInTheDocument();
});
