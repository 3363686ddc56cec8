import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { MemorySection } from "@/components/features/personal/memory-section";
import { QueryProvider } from "@/lib/client/query-client";
import type { MemoryListDto } from "@/lib/features/personal/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const listOf = (count: number, max: number): MemoryListDto => ({
  enabled: true,
  max,
  items: Array.from({ length: count }, (_, no) => ({ id: `m${no}`, text: `fact ${no}`, createdAt: "", updatedAt: "" })),
});

async function show(memory: MemoryListDto) {
  const seen = answerCalls({ "DELETE /api/user/memory/items": {}, "DELETE /api/user/memory/items/m0": {} });
  await renderWithTexts(
    <QueryProvider>
      <MemorySection memory={memory} />
      <DialogHost />
    </QueryProvider>,
    "en_US",
  );
  return { user: userEvent.setup(), seen };
}

it("takes a further entry while there is room", async () => {
  await show(listOf(2, 3));
  expect(screen.getByRole("button", { name: "Add a memory" })).toBeEnabled();
});

it("takes none when it is full", async () => {
  await show(listOf(3, 3));
  expect(screen.getByRole("button", { name: "Add a memory" })).toBeDisabled();
});

it("deletes an entry only after asking", async () => {
  const { user, seen } = await show(listOf(1, 3));
  await user.click(screen.getByRole("button", { name: /^(Delete|Remove).*fact 0/ }));
  const dialog = await screen.findByRole("alertdialog");
  expect(seen).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: /^(Delete|Remove)/ }));
  expect(seen).toEqual([{ call: "DELETE /api/user/memory/items/m0", body: undefined }]);
});
