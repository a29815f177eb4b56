"""What is kept between runs, and when it still holds; everything works without it, only slower."""
