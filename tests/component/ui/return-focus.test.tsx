import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { renderWithTexts } from "@/tests/factories/render";

const KINDS = {
  dialog: { Root: Dialog, Content: DialogContent },
  drawer: { Root: Sheet, Content: SheetContent },
};

/** Opened by state as the product opens them: by a button, or from a menu, with a field that takes the focus. */
function Opened({ kind, onClosed }: { kind: keyof typeof KINDS; onClosed?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { Root, Content } = KINDS[kind];
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) onClosed?.();
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        新建
      </button>
      <input aria-label="别处" />
      <DropdownMenu>
        <DropdownMenuTrigger>更多</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setOpen(true)}>编辑</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isOpen && (
        <Root open onOpenChange={change}>
          <Content title="标题">
            {/* biome-ignore lint/a11y/noAutofocus: the case that is tested */}
            <input aria-label="名称" autoFocus />
          </Content>
        </Root>
      )}
    </>
  );
}

describe.each(["dialog", "drawer"] as const)("a %s that is closed", (kind) => {
  it("gives the focus back to the button that opened it", async () => {
    await renderWithTexts(<Opened kind={kind} />);
    await userEvent.click(screen.getByRole("button", { name: "新建" }));
    await waitFor(() => expect(screen.getByLabelText("名称")).toHaveFocus());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "新建" })).toHaveFocus());
  });

  it("gives it to the button of the menu it was chosen from", async () => {
    await renderWithTexts(<Opened kind={kind} />);
    await userEvent.click(screen.getByRole("button", { name: "更多" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "编辑" }));
    await screen.findByLabelText("名称");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "更多" })).toHaveFocus());
  });

  it("leaves it where something else has put it", async () => {
    await renderWithTexts(
      <Opened kind={kind} onClosed={() => setTimeout(() => screen.getByLabelText("别处").focus())} />,
    );
    await userEvent.click(screen.getByRole("button", { name: "新建" }));
    await screen.findByLabelText("名称");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByLabelText("别处")).toHaveFocus());
  });
});
