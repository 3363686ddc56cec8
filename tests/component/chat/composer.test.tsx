import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Composer } from "@/components/chat/composer";
import { ApiError } from "@/lib/client/api-error";
import { renderWithTexts } from "@/tests/factories/render";

it("a question that is refused for now stays in the composer", async () => {
  const onSend = jest.fn().mockRejectedValue(new ApiError({ code: 429, message: "5 answers are still being written" }));
  await renderWithTexts(
    <Composer
      draft="chat:refused"
      max={100}
      placeholder="Ask"
      isAnswering={false}
      isSending={false}
      onSend={onSend}
      onStop={() => undefined}
    />,
    "en_US",
  );
  const input = screen.getByRole("textbox");
  await userEvent.type(input, "What is due?{Enter}");
  expect(onSend).toHaveBeenCalledWith("What is due?");
  expect(input).toHaveValue("What is due?");
});
