import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PermissionTree } from "@/components/features/roles/permission-tree";
import type { Catalogue } from "@/lib/features/roles/dto";
import { renderWithTexts } from "@/tests/factories/render";

const CODES = ["SYSTEM", "SYSTEM:REPORT", "SYSTEM:REPORT:DASHBOARD", "SYSTEM:ROLE"] as const;
const catalogue: Catalogue = {
  groups: [
    {
      group: "console",
      codes: CODES.map((code) => ({
        code,
        parent: code.includes(":") ? code.slice(0, code.lastIndexOf(":")) : null,
        screens: [],
      })),
    },
  ] as unknown as Catalogue["groups"],
  links: [],
  held: ["SYSTEM", "SYSTEM:REPORT", "SYSTEM:REPORT:DASHBOARD"],
  isAdministrator: false,
};

const box = (code: string) => {
  const line = screen.getByText(code, { exact: true, selector: "code" }).closest("li");
  const found = line?.querySelector<HTMLElement>("[type=checkbox]");
  if (!found) throw new Error(`no box for ${code}`);
  return found;
};

async function show(chosen: string[], kept: string[] = []) {
  const onChange = jest.fn<void, [ReadonlySet<string>]>();
  await renderWithTexts(
    <PermissionTree catalogue={catalogue} chosen={new Set(chosen)} kept={new Set(kept)} onChange={onChange} />,
  );
  return { user: userEvent.setup(), changed: () => [...(onChange.mock.lastCall?.[0] ?? [])].sort() };
}

it("takes what stands above a code along", async () => {
  const first = await show([]);
  await first.user.click(box("SYSTEM:REPORT:DASHBOARD"));
  expect(first.changed()).toEqual(["SYSTEM", "SYSTEM:REPORT", "SYSTEM:REPORT:DASHBOARD"]);
});

it("takes what stands under a code away with it", async () => {
  const { user, changed } = await show(["SYSTEM", "SYSTEM:REPORT", "SYSTEM:REPORT:DASHBOARD"]);
  await user.click(box("SYSTEM:REPORT"));
  expect(changed()).toEqual(["SYSTEM"]);
});

it("offers nobody a code they do not hold, but for one the role has already", async () => {
  const { user, changed } = await show([]);
  expect(box("SYSTEM:ROLE")).toBeDisabled();
  await user.click(box("SYSTEM:ROLE"));
  expect(changed()).toEqual([]);
});

it("lets a code the role has already be taken and given again", async () => {
  await show([], ["SYSTEM:ROLE"]);
  expect(box("SYSTEM:ROLE")).toBeEnabled();
});
