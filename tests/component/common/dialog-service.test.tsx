import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DialogHost } from "@/components/common/dialog-host";
import { ApiError } from "@/lib/client/api-error";
import { confirm, DialogCancelled, type DialogOptions, dialogStore, openDialog } from "@/lib/client/dialogs";
import { toast, toastStore } from "@/lib/client/toast";
import { renderWithTexts } from "@/tests/factories/render";

const user = userEvent.setup();

/** Opens a dialog and keeps what its promise ended with. */
async function open(options: DialogOptions) {
  const ended = { ok: false, error: undefined as unknown };
  await act(async () => {
    openDialog(options).then(
      () => {
        ended.ok = true;
      },
      (error) => {
        ended.error = error;
      },
    );
  });
  const dialog = await screen.findByRole(options.destructive ? "alertdialog" : "dialog", {
    name: String(options.title),
  });
  return { ended, dialog };
}

afterEach(() => act(() => dialogStore.set([])));

describe("dialog service", () => {
  it("resolves on OK and closes; the buttons say confirm and cancel by default", async () => {
    await renderWithTexts(<DialogHost />);
    const { ended, dialog } = await open({ title: "移动文件", content: "移到归档" });
    expect(within(dialog).getByRole("button", { name: "取消" })).toBeEnabled();
    await user.click(within(dialog).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(ended.ok).toBe(true));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it.each([
    ["cancel", (dialog: HTMLElement) => user.click(within(dialog).getByRole("button", { name: "Cancel" }))],
    ["the cross", (dialog: HTMLElement) => user.click(within(dialog).getByRole("button", { name: "Close" }))],
    ["Esc", () => user.keyboard("{Escape}")],
  ])("rejects on %s", async (_name, leave) => {
    await renderWithTexts(<DialogHost />, "en_US");
    const { ended, dialog } = await open({ title: "Move file" });
    await leave(dialog);
    await waitFor(() => expect(ended.error).toBeInstanceOf(DialogCancelled));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("locks both buttons and says it is submitting; a second press does nothing", async () => {
    await renderWithTexts(<DialogHost />);
    let finish: () => void = () => undefined;
    const onOk = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { ended, dialog } = await open({ title: "保存", onOk });
    await user.click(within(dialog).getByRole("button", { name: "确定" }));
    const ok = within(dialog).getByRole("button", { name: "提交中" });
    expect(ok).toBeDisabled();
    expect(within(dialog).getByRole("button", { name: "取消" })).toBeDisabled();
    await user.click(ok);
    await user.keyboard("{Escape}");
    expect(dialog).toBeInTheDocument();
    expect(onOk).toHaveBeenCalledTimes(1);
    await act(async () => finish());
    await waitFor(() => expect(ended.ok).toBe(true));
  });

  it("stays open for another try when the submission fails", async () => {
    await renderWithTexts(<DialogHost />);
    const onOk = jest.fn().mockRejectedValueOnce(new Error("refused")).mockResolvedValueOnce(undefined);
    const { ended, dialog } = await open({ title: "保存", onOk });
    await user.click(within(dialog).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(within(dialog).getByRole("button", { name: "确定" })).toBeEnabled());
    expect(ended).toEqual({ ok: false, error: undefined });
    await user.click(within(dialog).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(ended.ok).toBe(true));
  });

  it("enables OK of an upload only when the page marks itself submittable", async () => {
    await renderWithTexts(<DialogHost />);
    const { dialog } = await open({
      title: "上传",
      awaitsSubmittable: true,
      content: ({ setSubmittable }) => (
        <button type="button" onClick={() => setSubmittable(true)}>
          选好了
        </button>
      ),
    });
    expect(within(dialog).getByRole("button", { name: "确定" })).toBeDisabled();
    await user.click(within(dialog).getByRole("button", { name: "选好了" }));
    expect(within(dialog).getByRole("button", { name: "确定" })).toBeEnabled();
  });

  it("asks before it destroys: focus starts on cancel, the button repeats the verb", async () => {
    await renderWithTexts(<DialogHost />);
    let answer: boolean | undefined;
    await act(async () => {
      confirm({ title: "删除 3 个文件", description: "无法撤销", okButton: "删除文件", destructive: true }).then(
        (ok) => {
          answer = ok;
        },
      );
    });
    const dialog = await screen.findByRole("alertdialog", { name: "删除 3 个文件" });
    expect(within(dialog).getByRole("button", { name: "取消" })).toHaveFocus();
    await user.click(within(dialog).getByRole("button", { name: "取消" }));
    await waitFor(() => expect(answer).toBe(false));
  });

  it("lies at 1000 and each one above it 10 higher; Esc closes the top one only", async () => {
    await renderWithTexts(<DialogHost />);
    const first = await open({ title: "第一层" });
    const second = await open({ title: "第二层" });
    expect(first.dialog.style.zIndex).toBe("1000");
    expect(second.dialog.style.zIndex).toBe("1010");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(second.ended.error).toBeInstanceOf(DialogCancelled));
    expect(first.ended.error).toBeUndefined();
    expect(first.dialog).toBeInTheDocument();
  });

  it("keeps a refused removal open, with its reason and what stands in the way", async () => {
    await renderWithTexts(<DialogHost />, "en_US");
    const onOk = jest.fn(() => {
      toast.error("In use by 7 models");
      const data = { error: "supplierInUse", inTheWay: ["alpha", "beta"], count: 7 };
      return Promise.reject(new ApiError({ code: 409, message: "In use by 7 models", data }));
    });
    const { dialog } = await open({ title: "Delete supplier", destructive: true, okButton: "Delete", onOk });
    await user.click(within(dialog).getByRole("button", { name: "Delete" }));
    const alert = await within(dialog).findByRole("alert");
    expect(alert).toHaveTextContent("In use by 7 models");
    const things = within(alert).getByRole("list", { name: "Still in use by" });
    expect(
      within(things)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["alpha", "beta", "and 5 more"]);
    // It is said once.
    expect(toastStore.get()).toBeNull();
    expect(within(dialog).getByRole("button", { name: "Delete" })).toBeEnabled();
  });
});
