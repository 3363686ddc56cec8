import { act, renderHook } from "@testing-library/react";
import { useSelection } from "@/components/chat/history/use-selection";

it("chooses chats, lets one go when it is pressed again, and ends", () => {
  const { result } = renderHook(() => useSelection());
  expect(result.current.selection).toBeNull();
  act(() => result.current.begin("a"));
  act(() => result.current.selection?.toggle("b"));
  expect([...(result.current.selection?.ids ?? [])]).toEqual(["a", "b"]);
  act(() => result.current.selection?.toggle("a"));
  expect([...(result.current.selection?.ids ?? [])]).toEqual(["b"]);
  act(() => result.current.selection?.end());
  expect(result.current.selection).toBeNull();
});
