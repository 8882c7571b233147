//! Views compared: what of a view lasts, and what changes with the moment.

use serde_json::Value;

/// What lasts of a view: all but who is there, what time it is, and what running clocks show.
pub(crate) fn lasting(view: &Value) -> Value {
    let mut view = view.clone();
    let fields = view.as_object_mut().unwrap();
    fields.remove("spectators");
    fields.remove("now");
    // before the start it is known from the players' records, which no entry holds
    if fields["status"] != "playing" {
        fields.remove("handicap");
    }
    for seat in view["seats"].as_array_mut().unwrap().iter_mut().filter_map(Value::as_object_mut) {
        seat.remove("online");
        seat.remove("gone_ms");
        seat.remove("clock_ms");
    }
    // becomes known when a match ends, and is no entry
    if let Some(next) = view["fairness"]["next"].as_object_mut() {
        next.remove("server_tip");
    }
    view
}
