import { untilGone } from "@/lib/endpoint/until-gone";

function source() {
  const cancel = jest.fn();
  return { cancel, response: new Response(new ReadableStream<Uint8Array>({ cancel })) };
}

describe("a body whose reader leaves", () => {
  it("is let go when they left before it was there, or before it was sent", () => {
    const early = source();
    untilGone(early.response, AbortSignal.abort());
    expect(early.cancel).toHaveBeenCalledTimes(1);
    const [late, gone] = [source(), new AbortController()];
    untilGone(late.response, gone.signal);
    expect(late.cancel).not.toHaveBeenCalled();
    gone.abort();
    expect(late.cancel).toHaveBeenCalledTimes(1);
  });

  it("is left to who sends it, once it is being sent", () => {
    const [sent, gone] = [source(), new AbortController()];
    untilGone(sent.response, gone.signal);
    sent.response.body!.getReader();
    gone.abort();
    expect(sent.cancel).not.toHaveBeenCalled();
  });
});
