import { act, renderHook } from "@testing-library/react";
import { useModelList } from "@/components/models/use-model-list";

const listed = (id: string) => ({
  id,
  type: "chat" as const,
  contextWindow: null,
  maxOutputTokens: null,
  abilities: [],
  added: false,
});

describe("the models wanted of a supplier", () => {
  it("keep a name that was typed while the supplier was asked", () => {
    const { result } = renderHook(() => useModelList(10));
    act(() => result.current.show([listed("old"), listed("both")]));
    act(() => result.current.pick(["old", "both"], true));
    // The answer arrives where the question was asked: before the name was typed.
    const asked = result.current;
    act(() => result.current.addByHand("my-deployment"));
    act(() => asked.show([listed("both"), listed("new")]));
    expect(result.current.wanted.map(({ upstreamModel }) => upstreamModel).sort()).toEqual(["both", "my-deployment"]);
  });
});
