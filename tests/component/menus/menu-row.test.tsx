import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MenuRow } from "@/components/features/menus/menu-row";
import { QueryProvider } from "@/lib/client/query-client";
import type { MenuDto } from "@/lib/features/menus/dto";
import { renderWithTexts } from "@/tests/factories/render";

jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useRouter: () => ({ refresh: () => undefined }),
}));

const entry = (over: Partial<MenuDto>): MenuDto => ({
  id: "m1",
  key: "menus",
  parentId: null,
  type: "page",
  nameZh: "菜单",
  nameEn: "Menus",
  icon: "menu",
  path: "/system/user-manage/menu-manage",
  component: "menus",
  permission: null,
  fixed: null,
  hidden: false,
  half: "console",
  reachable: true,
  changed: false,
  needed: false,
  revision: "r",
  ...over,
});

async function commandsOf(item: MenuDto): Promise<(string | null)[]> {
  const nothing = () => undefined;
  await renderWithTexts(
    <QueryProvider>
      <MenuRow
        item={item}
        groups={[]}
        canDrag
        canDrop
        isFirst
        isLast
        onStep={nothing}
        onGroup={nothing}
        onEdit={nothing}
      />
    </QueryProvider>,
    "en_US",
  );
  await userEvent.click(screen.getByRole("button", { name: /^More/ }));
  const found = await screen.findAllByRole("menuitem");
  return found.map(({ textContent }) => textContent);
}

it("hides an entry", async () => {
  expect(await commandsOf(entry({}))).toContain("Hide");
});

it("never hides the entry that leads to where it could be shown again", async () => {
  expect(await commandsOf(entry({ needed: true }))).not.toContain("Hide");
});

it("does not delete what the product ships", async () => {
  expect(await commandsOf(entry({}))).not.toContain("Delete");
});

it("deletes what was made here", async () => {
  expect(await commandsOf(entry({ key: null }))).toContain("Delete");
});
