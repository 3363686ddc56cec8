import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { LeaveDrawer } from "@/components/features/organisation/leave-drawer";
import { browserQueryClient, QueryProvider } from "@/lib/client/query-client";
import type { OwnedDto, UserDto } from "@/lib/features/organisation/dto";
import { answerCalls } from "@/tests/factories/answers";
import { renderWithTexts } from "@/tests/factories/render";

const user = { id: "u1", name: "Ada", account: "ada" } as UserDto;
const USERS = "/api/admin/org/users";

afterEach(() => act(() => browserQueryClient().clear()));

async function show(owned: OwnedDto[]) {
  answerCalls({
    [`GET ${USERS}/u1/transfer`]: { data: { items: owned } },
    [`GET ${USERS}`]: { data: { items: [{ id: "u2", name: "Bea", account: "bea" }] } },
    [`DELETE ${USERS}/u1`]: {},
  });
  const fetched = globalThis.fetch;
  const deleted: string[] = [];
  globalThis.fetch = (url, init) => {
    if (init?.method === "DELETE") deleted.push(String(url));
    return fetched(url, init);
  };
  await renderWithTexts(
    <QueryProvider>
      <LeaveDrawer user={user} deletes onClose={() => undefined} />
    </QueryProvider>,
    "en_US",
  );
  return { pointer: userEvent.setup(), deleted };
}

const remove = () => screen.getByRole("button", { name: /^Delete/ });
const KEYS: OwnedDto = { kind: "apiKeys", count: 2, names: ["one", "two"] };

it("deletes nobody who owns something before it is said who gets it", async () => {
  const { pointer, deleted } = await show([KEYS]);
  await screen.findByText("one, two");
  expect(remove()).toBeDisabled();
  await pointer.type(screen.getByRole("combobox"), "Bea");
  await pointer.click(await screen.findByRole("option", { name: /Bea/ }));
  expect(remove()).toBeEnabled();
  await pointer.click(remove());
  expect(deleted).toEqual([`${USERS}/u1?transferTo=u2`]);
});

it("lets what is owned go when that is chosen, without anybody to get it", async () => {
  const { pointer, deleted } = await show([KEYS]);
  await screen.findByText("one, two");
  await pointer.click(screen.getAllByRole("radio")[1]!);
  expect(remove()).toBeEnabled();
  await pointer.click(remove());
  expect(deleted).toEqual([`${USERS}/u1?release=true`]);
});
