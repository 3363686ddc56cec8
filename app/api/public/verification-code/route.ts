import { publicHandler } from "@/lib/endpoint/route";
import { createVerificationCode } from "@/lib/features/auth/service/captcha";

export const GET = publicHandler({
  summary: "A verification code as a picture",
  run: ({ meta }) => createVerificationCode(meta),
});
