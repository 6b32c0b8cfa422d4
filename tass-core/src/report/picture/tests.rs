//! What holds of every picture.
