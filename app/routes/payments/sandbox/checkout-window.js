// @ts-check
/* The sandbox's checkout window, served as /sandbox/checkout.js. It answers to the page as Razorpay's checkout.js
   does (web-integration/standard): new Razorpay(options), open(), close(), on('payment.failed', …). */

/**
 * @typedef {{ label: string, card?: string, vpa?: string }} Failure
 * @typedef {{ api: string, card: { number: string }, upi: string, failures: Failure[], styles: string }} Settings
 */

/** @param {Settings} settings */
// oxlint-disable-next-line no-unused-vars -- called by the line that the server appends
function sandboxCheckout(settings) {
  const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
  const unreachable = "The payment service cannot be reached. Please check your connection and try again.";

  /**
   * @param {string} tag
   * @param {Record<string, unknown>} properties
   * @param {...(Node | string)} children
   * @returns {any}
   */
  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  const cardNumber = (/** @type {string} */ number) => number.replace(/(\d{4})(?=\d)/g, "$1 ");

  class Checkout {
    /** @param {any} options as Razorpay documents them */
    constructor(options) {
      this.options = options;
      /** @type {((event: { error: object }) => void)[]} */
      this.failureListeners = [];
      /** @type {HTMLElement | null} */
      this.host = null;
    }

    /** @param {string} event @param {(event: { error: object }) => void} listener */
    on(event, listener) {
      if (event === "payment.failed") this.failureListeners.push(listener);
    }

    open() {
      if (this.host) return;
      const host = document.createElement("div");
      const root = host.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(settings.styles);
      root.adoptedStyleSheets = [sheet];
      root.append(this.draw());
      this.host = host;
      document.body.append(host);
      this.dialog.showModal();
      if (this.options.timeout) this.timer = setTimeout(() => this.dismiss(), this.options.timeout * 1000);
    }

    close() {
      clearTimeout(this.timer);
      this.dialog?.close(); // the focus goes back to where it was
      this.host?.remove();
      this.host = null;
    }

    dismiss() {
      this.close();
      this.options.modal?.ondismiss?.();
    }

    draw() {
      const amount = rupees.format(this.options.amount / 100);
      const name = this.options.name ?? "the shop";
      const radio = (/** @type {string} */ value, /** @type {string} */ text, checked = false) =>
        element(
          "label",
          { className: "choice" },
          element("input", { type: "radio", name: "method", value, checked }),
          text,
        );

      this.payButton = element("button", { type: "submit", className: "main" }, `Pay ${amount}`);
      this.payLabel = this.payButton.textContent;
      const form = element(
        "form",
        {},
        element(
          "fieldset",
          {},
          element("legend", {}, "Pay with"),
          radio("card", `Test card ${cardNumber(settings.card.number)}`, true),
          radio("upi", `Test UPI ${settings.upi}`),
          this.payButton,
        ),
      );
      form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const isCard = new FormData(form).get("method") === "card";
        void this.pay(isCard ? { card: settings.card.number } : { vpa: settings.upi });
      });

      const reasons = element("select", { name: "reason" });
      for (const [index, { label }] of settings.failures.entries()) {
        reasons.append(element("option", { value: String(index) }, label));
      }
      const failing = element(
        "form",
        {},
        element(
          "fieldset",
          {},
          element("legend", {}, "Or try a failure"),
          element("label", { className: "field" }, "Reason", reasons),
          element("button", { type: "submit" }, "Fail this payment"),
        ),
      );
      failing.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const failure = settings.failures[Number(reasons.value)];
        if (failure) void this.pay(failure);
      });

      const cancel = element("button", { type: "button" }, "Cancel");
      cancel.addEventListener("click", () => this.dismiss());
      this.message = element("p", { className: "warn", role: "alert" });
      const description = element("p", { className: "soft" }, this.options.description ?? "");
      const title = element("h2", {}, name);
      this.dialog = element(
        "dialog",
        { className: "sheet" },
        element("p", { id: "note", className: "badge" }, "Test payments: no money is taken."),
        element("div", {}, title, element("p", { className: "amount" }, amount), description),
        this.message,
        form,
        failing,
        cancel,
      );
      this.dialog.setAttribute("aria-label", `Payment of ${amount} to ${name}`);
      this.dialog.setAttribute("aria-describedby", "note");
      this.dialog.addEventListener("cancel", (/** @type {Event} */ event) => {
        event.preventDefault();
        if (this.options.modal?.escape !== false && !this.isBusy) this.dismiss();
      });
      // A second Escape in a row closes the dialog whatever is answered to the first.
      this.dialog.addEventListener("close", () => {
        if (this.host && !this.isBusy) this.dismiss();
      });
      return this.dialog;
    }

    /** @param {boolean} isBusy */
    setBusy(isBusy) {
      this.isBusy = isBusy;
      for (const button of this.dialog.querySelectorAll("button")) button.disabled = isBusy;
      this.payButton.textContent = isBusy ? "Processing..." : this.payLabel;
    }

    /** @param {{ card?: string, vpa?: string }} instrument */
    async pay({ card, vpa }) {
      const { key, order_id, amount, currency, prefill } = this.options;
      this.setBusy(true);
      this.message.textContent = "";
      let response, answer;
      try {
        response = await fetch(`${settings.api}/payments/create/ajax`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({
            key_id: key,
            order_id,
            amount: Number(amount),
            currency,
            email: prefill?.email,
            contact: prefill?.contact,
            ...(card ? { method: "card", card: { number: card } } : { method: "upi", vpa }),
          }),
        });
        answer = await response.json();
      } catch {
        this.setBusy(false);
        this.message.textContent = unreachable;
        return;
      }
      if (response.ok) {
        this.close();
        this.options.handler?.(answer);
        return;
      }
      this.fail(answer.error);
    }

    /** @param {{ description: string }} error */
    fail(error) {
      const isOver = this.options.retry?.enabled === false;
      this.setBusy(false);
      this.message.textContent = error.description;
      if (isOver) this.close();
      for (const listener of this.failureListeners) listener({ error });
      if (isOver) this.options.modal?.ondismiss?.();
    }
  }

  Object.assign(window, { Razorpay: Checkout });
}
