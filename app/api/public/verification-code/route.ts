import { publicHandler } from "@/lib/endpoint/route";
import { verificationCodeDto } from "@/lib/features/auth/dto";
import { createVerificationCode } from "@/lib/features/auth/service/captcha";

export const GET = publicHandler({
  summary: "A verification code as a picture",
  response: verificationCodeDto,
  run: ({ meta }) => createVerificationCode(meta),
});
