/**
 * Links that open the text in a program on the phone of staff, to be sent from there to a customer; none without a number.
 * @param mobile as in the address
 */
export function SendLinks({ mobile, text }: { mobile: string; text: string }) {
  const number = mobile.replace(/\D/g, "").slice(-10);
  if (number === "") return null;
  const body = encodeURIComponent(text);
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1">
      <a href={`sms:+91${number}?body=${body}`} className="link py-1">
        Send as a text
      </a>
      <a href={`https://wa.me/91${number}?text=${body}`} className="link py-1" rel="noreferrer">
        Send by WhatsApp
      </a>
    </p>
  );
}
