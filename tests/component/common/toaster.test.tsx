import { act, fireEvent, screen } from "@testing-library/react";
import { Toaster } from "@/components/common/toaster";
import { toast, toastStore } from "@/lib/client/toast";
import { renderWithTexts } from "@/tests/factories/render";

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  act(() => toastStore.set(null));
  jest.useRealTimers();
});

describe("toaster", () => {
  it("appears after 50 ms and not before", async () => {
    await renderWithTexts(<Toaster />);
    act(() => toast.success());
    pass(49);
    expect(screen.queryByText("操作成功")).not.toBeInTheDocument();
    pass(1);
    expect(screen.getByText("操作成功")).toBeInTheDocument();
  });

  it.each([
    ["success", 1500],
    ["info", 1500],
    ["warning", 3000],
    ["error", 3000],
  ] as const)("%s stays %i ms, fades 300 ms, then is gone", async (kind, stay) => {
    await renderWithTexts(<Toaster />);
    act(() => toast[kind]("文件已保存"));
    pass(50);
    const box = () => screen.queryByText("文件已保存")?.parentElement;
    pass(stay - 1);
    expect(box()).toHaveAttribute("data-phase", "shown");
    pass(1);
    expect(box()).toHaveAttribute("data-phase", "fading");
    pass(299);
    expect(box()).toBeInTheDocument();
    pass(1);
    expect(box()).toBeUndefined();
  });

  it("pauses while pointed at and goes on with the time that was left", async () => {
    await renderWithTexts(<Toaster />);
    act(() => toast.success());
    pass(50);
    pass(1000);
    const box = screen.getByText("操作成功").parentElement as HTMLElement;
    fireEvent.mouseEnter(box);
    pass(10_000);
    expect(box).toHaveAttribute("data-phase", "shown");
    fireEvent.mouseLeave(box);
    pass(499);
    expect(box).toHaveAttribute("data-phase", "shown");
    pass(1);
    expect(box).toHaveAttribute("data-phase", "fading");
  });

  it("pauses while focused", async () => {
    await renderWithTexts(<Toaster />);
    act(() => toast.error());
    pass(50);
    const box = screen.getByText("操作失败").parentElement as HTMLElement;
    fireEvent.focus(box);
    pass(10_000);
    expect(box).toHaveAttribute("data-phase", "shown");
    fireEvent.blur(box);
    pass(3000);
    expect(box).toHaveAttribute("data-phase", "fading");
  });

  it("shows one at a time: a new one takes the place of the old one", async () => {
    await renderWithTexts(<Toaster />);
    act(() => toast.success("第一条"));
    pass(500);
    act(() => toast.error("第二条"));
    expect(screen.queryByText("第一条")).not.toBeInTheDocument();
    pass(50);
    expect(screen.getByText("第二条")).toBeInTheDocument();
    expect(screen.getAllByRole("alert")).toHaveLength(1);
  });

  it("announces errors and warnings at once, success and information politely", async () => {
    await renderWithTexts(<Toaster />);
    for (const [kind, role] of [
      ["error", "alert"],
      ["warning", "alert"],
      ["success", "status"],
      ["info", "status"],
    ] as const) {
      act(() => toast[kind]("已说明"));
      pass(50);
      expect(screen.getByRole(role)).toHaveTextContent("已说明");
    }
  });

  it("says the default texts in the language of the page", async () => {
    await renderWithTexts(<Toaster />, "en_US");
    act(() => toast.success());
    pass(50);
    expect(screen.getByText("Operation successful")).toBeInTheDocument();
    act(() => toast.error({ key: "unknownError" }));
    pass(50);
    expect(screen.getByText("Server unknown exception")).toBeInTheDocument();
  });
});
